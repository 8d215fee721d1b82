import { describe, expect, it } from 'vitest';
import { emailAsCompared } from '../../shared/core/typed-address.ts';
import { CodeText, EmailAddress } from '../../shared/team/contract.ts';

describe('an invitation code', () => {
  it.each([
    'ABCD1234',
    'abcd1234',
    ' ABCD 1234\n',
    'ABCD-1234',
    'abcd\u2011\u00ad1234',
    'AB–CD–12–34',
    '\u200bABCD\u20601234\ufeff',
    '\u202aABCD1234\u202c',
    'ＡＢＣＤ１２３４',
  ])('is understood as it comes: %j', (typed) => {
    expect(CodeText.parse(typed)).toBe('ABCD1234');
  });

  it.each(['ABCD123', 'ABCD12345', 'ABCD123!', 'ABCD12З4', 'ıBCD1234', ''])(
    'is not guessed from %j',
    (typed) => {
      expect(CodeText.safeParse(typed).success).toBe(false);
    },
  );
});

describe('an e-mail address', () => {
  it.each([
    ['Anna@Shop.Example', 'anna@shop.example'],
    [' anna@shop.example\u200b', 'anna@shop.example'],
    ['\u202aanna@shop.example\u202c', 'anna@shop.example'],
    ['anna\u00ad@shop.example', 'anna@shop.example'],
    ['anna＠shop．example', 'anna@shop.example'],
    ['anna@münchen.example', 'anna@xn--mnchen-3ya.example'],
    ['anna@MÜNCHEN.example', 'anna@xn--mnchen-3ya.example'],
    ['anna@mu\u0308nchen.example', 'anna@xn--mnchen-3ya.example'],
    ['anna@XN--MNCHEN-3YA.example', 'anna@xn--mnchen-3ya.example'],
    ['anna@例え。テスト', 'anna@xn--r8jz45g.xn--zckzah'],
    ['anna@почта.рф', 'anna@xn--80a1acny.xn--p1ai'],
  ])('%s is %s', (typed, compared) => {
    expect(EmailAddress.parse(typed)).toBe(compared);
  });

  it('is the same however its provider writes the domain', () => {
    expect(emailAsCompared('Anna@München.example')).toBe(emailAsCompared('anna@xn--mnchen-3ya.example'));
  });

  it.each([
    'anna@',
    'anna',
    '@shop.example',
    'an na@shop.example',
    'anna@shop.example/x',
    'anna@münchen.example:80',
    'anna@a@münchen.example',
    'jösé@shop.example',
  ])('is none: %s', (typed) => {
    expect(EmailAddress.safeParse(typed).success).toBe(false);
  });

  it('never becomes that of somebody else by letters that look like ASCII', () => {
    for (const posing of [
      '\u212aim@shop.example',
      'kim@\u212aite.example',
      'kim@ｓhop.example',
      'kim@ſhop.example',
    ])
      expect(EmailAddress.safeParse(posing).success, posing).toBe(false);
  });
});
