import { expect, test } from 'vitest';
import { initialsOf, tintOf } from '../../frontend/ui/avatar.tsx';

test.each([
  [{ name: 'Ada Founder' }, 'AF'],
  [{ name: '  Anna Maria  van der Berg ' }, 'AB'],
  [{ name: 'Ada' }, 'AD'],
  [{ name: '山田太郎' }, '山田'],
  [{ name: '👩‍👩‍👧 Family' }, '👩‍👩‍👧F'],
  [{ name: '', email: 'jo.smith@example.com' }, 'JS'],
  [{ name: '', email: '' }, ''],
])('the initials of %o are %s', (person, initials) => {
  expect(initialsOf(person)).toBe(initials);
});

test('a person has one colour, and people are spread over all eight', () => {
  const ids = Array.from({ length: 400 }, (_, n) => `${n.toString(16)}-user`);
  const seen = ids.map(tintOf);
  expect(ids.map(tintOf)).toEqual(seen);
  for (let tint = 1; tint <= 8; tint += 1)
    expect(seen.filter((one) => one === tint).length).toBeGreaterThan(20);
});
