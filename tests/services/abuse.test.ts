import { expect, it } from 'vitest';
import { access } from '../../shared/access/contract.ts';
import { currency } from '../../shared/currency/contract.ts';
import { type Answer, problemIn, stranger } from '../support/people.ts';

it('one person who asks as fast as they can is refused after a while, with the time to wait, and others are not', async () => {
  const [abuser, honest] = [await stranger(), await stranger()];
  let refused: Answer | undefined;
  let answered = 0;
  const ask = async () => {
    // Twice what is allowed and more, should the minute turn meanwhile.
    while (!refused && answered < 5000) {
      const answer = await abuser.send(currency.routes.getRates);
      if (answer.status === 200) answered += 1;
      else refused ??= answer;
    }
  };
  await Promise.all(Array.from({ length: 16 }, ask));
  expect(refused && [refused.status, problemIn(refused).code]).toEqual([429, 'requests.too_many']);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  // Whoever works comes nowhere near it.
  expect(answered).toBeGreaterThan(1000);
  await honest.call(access.routes.getSession, {});
});
