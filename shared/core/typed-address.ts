// How addresses and codes are read that people type, paste or dictate. Pure: no schema.

const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Lower or upper case of A–Z alone. Other letters stay apart: the Kelvin sign is no `k` where two are compared. */
const lowerCaseAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
export const upperCaseAscii = (text: string): string =>
  text.replace(/[a-z]/g, (letter) => letter.toUpperCase());

/** An invitation code without what only groups it (blanks, hyphens) and what cannot be seen, in upper case and half width. */
export const codeAsCompared = (typed: string): string =>
  upperCaseAscii(
    typed
      .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
      .replace(unseen, '')
      .replace(/[\p{Z}\p{Pd}\u2212_]/gu, ''),
  );

/** Letters that are none of ASCII and would become one, as the Kelvin sign becomes `k`: they stay apart. */
const posesAsAscii = (domain: string): boolean =>
  [...domain].some(
    (letter) => /[^\0-\x7f]/.test(letter) && /^[\0-\x7f]+$/.test(letter.normalize('NFKC').toLowerCase()),
  );

/** A domain as the network knows it: `münchen.example` is `xn--mnchen-3ya.example`. What is no domain stays as it is. */
const asciiDomain = (domain: string): string => {
  if (/^[\0-\x7f]*$/.test(domain) || /[/?#:@\\\s%]/.test(domain) || posesAsAscii(domain))
    return lowerCaseAscii(domain);
  const address = `http://${domain}`;
  return URL.canParse(address) ? new URL(address).hostname : domain;
};

/**
 * An e-mail address as it is compared, stored and sent to: its domain in the form of the network, lower case as far as it is
 * ASCII. Whoever has an address writes its domain in either form.
 */
export const emailAsCompared = (address: string): string => {
  const at = address.lastIndexOf('@');
  return at < 0
    ? lowerCaseAscii(address)
    : `${lowerCaseAscii(address.slice(0, at))}@${asciiDomain(address.slice(at + 1))}`;
};

/** The same of what a person has typed: without what cannot be seen and blanks around it, with the signs of wide keyboards. */
export const typedEmail = (typed: string): string =>
  emailAsCompared(
    typed
      .replace(unseen, '')
      .replace(/\uff20/g, '@')
      .replace(/[\u3002\uff0e\uff61]/g, '.')
      .trim(),
  );
