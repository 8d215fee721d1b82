import { expect, it } from 'vitest';
import { mailText, type OwnWords, ownWords, renderEmail } from '../../../services/core/email-template.ts';

const hostile = ownWords('<img src=x onerror="alert(1)"> & \'co\'');
const said = (name: string | OwnWords) =>
  mailText('Join {organization}', { organization: name }).slice('Join '.length);
const made = renderEmail({
  subject: mailText('{inviter} invites you to {organization} on Guildhall', {
    inviter: ownWords('\r\nBcc: all@example.com'),
    organization: hostile,
  }),
  title: mailText('Join {organization}', { organization: hostile }),
  paragraphs: [mailText('Join {organization}', { organization: hostile })],
  action: {
    label: mailText('Join {organization}', { organization: hostile }),
    url: 'https://example.com/?a=1&b="2"',
  },
  because: (sender) =>
    mailText('{sender} sent you this e-mail because you were a member of {organization}.', {
      sender,
      organization: hostile,
    }),
  websiteUrl: 'https://guildhall.example',
});

it('an e-mail shows as text what a person typed, and lets nothing of it become HTML', () => {
  expect(made.html).not.toContain('<img');
  expect(
    made.html.match(/&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt; &amp; &#39;co&#39;/g)?.length,
  ).toBe(5);
  expect(made.html).toContain('href="https://example.com/?a=1&amp;b=&quot;2&quot;"');
  expect(made.text).toContain(hostile.own);
});

it('the subject of an e-mail is one line', () => {
  expect(made.subject).not.toMatch(/[\r\n]/);
});

it('says the same in both forms: also who sends it, and why', () => {
  for (const words of [
    'https://example.com/',
    'onerror',
    'Guildhall (https://guildhall.example) sent you this e-mail because ',
  ]) {
    expect(made.text).toContain(words);
    expect(made.html).toContain(words);
  }
});

it.each([
  ['evil-bank.test/login', 'evil-bank test login'],
  ['Pay at https://evil.test/login?a=1 now', 'Pay at https evil test login a 1 now'],
  ['www.evil.test', 'evil test'],
  ['WWW.Evil', 'Evil'],
  ['Ada ada@evil.test', 'Ada ada evil test'],
  ['mailto:ada', 'mailto ada'],
  ['evil。test / evil．test', 'evil test evil．test'.replace('．', ' ')],
  ['192.168.0.1/admin', '192 168 0 1 admin'],
  ['//evil', 'evil'],
  ['/login', 'login'],
  ['evil\u2024test', 'evil test'],
  ['ev\u2063il.te\u00adst', 'evil test'],
  ['bücher.example', 'bücher example'],
  ['...', '...'],
  ['\u2800', 'Somebody'],
])('the name %j is told in a mail as %j: no host, path or address that could be followed', (name, told) => {
  expect(said(name)).toBe(told);
});

it.each([
  'St. Gallen Design',
  'A/B Studio',
  'Dr. No & Co.',
  'Müller e.V.',
  'No.1 Signs',
  'Studio 2.0',
  'Łódź S.A.',
  'R&D – 24/7',
])('the honest name %j stays as it is', (name) => {
  expect(said(name)).toBe(name);
});

it('a name in a mail has sixty characters at most', () => {
  expect([...said('🎨'.repeat(90))]).toHaveLength(60);
});
