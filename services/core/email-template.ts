import { directionOf } from '../../shared/core/languages.ts';
import type { ValuesIn } from '../../shared/core/message-syntax.ts';
import { currentLanguage, type Literal, t } from '../../shared/core/translate.ts';
import { nameInMail } from './mail-names.ts';

declare const isMailText: unique symbol;
/** Plain text that may stand in a mail of ours. Only {@link mailText} makes it. */
type MailText = string & { readonly [isMailText]: true };

/** Words of our own, such as a date: they stand as they are. */
export interface OwnWords {
  own: string;
}
export const ownWords = (own: string): OwnWords => ({ own });

type Given<V> = { [N in keyof V]: V[N] extends string ? string | OwnWords : V[N] };

type MailTextOf = <const S extends string>(
  text: Literal<S>,
  ...names: keyof ValuesIn<S> extends never ? [] : [names: Given<ValuesIn<S>>]
) => MailText;

/**
 * Makes a sentence of a mail, in the language of whoever gets it. What is put in is a name that somebody chose, and made harmless,
 * unless it is said to be our own.
 */
export const mailText: MailTextOf = (text: string, names: object = {}): MailText =>
  (t as unknown as (text: string, names: object) => string)(
    text,
    Object.fromEntries(
      Object.entries(names).map(([name, given]: [string, unknown]) => [
        name,
        typeof given === 'string' ? nameInMail(given) : ((given as Partial<OwnWords>).own ?? given),
      ]),
    ),
  ) as MailText;

/** What a mail says, before it becomes text and HTML. Everything in it is plain text. */
interface EmailTemplate {
  subject: MailText;
  /** The first words, in large. */
  title: MailText;
  paragraphs: readonly MailText[];
  /** The one thing to do. */
  action?: { label: MailText; url: string };
  /** Why the person gets this mail: `Guildhall (https://…) sent you this e-mail because …`. */
  because: (sender: OwnWords) => MailText;
  /** Who sends it is said by name and address of the website. */
  websiteUrl: string;
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] as string);

/** A subject is one line: what a person typed must not begin a header of its own. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * The two forms of a mail. Mail programs know no style sheets, hence the attributes; dark mode is left to them, which is
 * why nothing but the button has a colour of its own.
 */
export const renderEmail = ({ subject, title, paragraphs, action, because, websiteUrl }: EmailTemplate) => {
  const reason = because(ownWords(`Guildhall (${websiteUrl})`));
  return {
    subject: oneLine(subject),
    text: [
      title,
      ...paragraphs,
      ...(action ? [`${action.label}:\n${action.url}`] : []),
      `-- \n${reason}`,
    ].join('\n\n'),
    html: `<!doctype html>
<html lang="${currentLanguage()}" dir="${directionOf(currentLanguage())}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escaped(oneLine(subject))}</title></head>
<body style="margin:0;padding:24px 16px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5">
<div style="max-width:34em;margin:0 auto">
<p style="margin:0 0 24px;font-weight:600">Guildhall</p>
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${escaped(title)}</h1>
${paragraphs.map((text) => `<p style="margin:0 0 16px">${escaped(text)}</p>`).join('\n')}
${action ? `<p style="margin:24px 0"><a href="${escaped(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#15803d;color:#ffffff;font-weight:600;text-decoration:none">${escaped(action.label)}</a></p>` : ''}
<p style="margin:32px 0 0;font-size:13px;opacity:.75">${escaped(reason)}</p>
</div>
</body>
</html>
`,
  };
};
