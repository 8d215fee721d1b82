/** A piece of a message: plain text, or a link that shows its own address. */
export type TextPart = { text: string; href?: string };

// Punctuation of Chinese, Japanese and Arabic texts, which have no blank behind an address, ends it. Chinese and Arabic letters do
// not: addresses have them.
const address =
  /(?<![A-Za-z0-9])https?:\/\/[^\s<>"“”«»‹›。，、；：！？（）「」『』【】〔〕《》〈〉｡､｢｣．…؟،؛۔]+/giu;
const closing: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

const count = (text: string, character: string): number => text.split(character).length - 1;

/**
 * An address without what belongs to the sentence around it: a full stop, a bracket that was opened before it, or marks
 * (`*bold*`, 'quoted') of which the first stands right before it. Other signs at its end are its own.
 */
const trimmed = (found: string, before: string): string => {
  let text = found;
  for (;;) {
    const last = text.at(-1) ?? '';
    const opened = closing[last];
    const belongs = opened
      ? count(text, opened) >= count(text, last)
      : /['’*_~]/.test(last)
        ? !(last === before || (last === '’' && before === '‘'))
        : !/[.,;:!?]/.test(last);
    if (belongs) return text;
    text = text.slice(0, -1);
  }
};

const leadsSomewhere = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '';
};

/** Text with its links. Nothing else in it means anything: it is shown as it was typed. */
export const textParts = (text: string): TextPart[] => {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const link = trimmed(found, text.charAt(index - 1));
    if (!leadsSomewhere(link)) continue;
    if (index > at) parts.push({ text: text.slice(at, index) });
    parts.push({ text: link, href: link });
    at = index + link.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
};
