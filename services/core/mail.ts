import { AwsRefusal, callAws } from './aws-call.ts';
import { environment } from './environment.ts';
import { absent } from './expressions.ts';
import { log } from './log.ts';
import { type Key, type Table, WriteRefused } from './table.ts';

/** One mail to one person, with what it is sent for. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** Made by `renderEmail`, so that everything in it is escaped. */
  html: string;
  /** Why it is sent, such as `trial-ending#<organizationId>`: one cause sends one mail. Names ids, never an address. */
  cause: string;
}

export interface Mailer {
  /**
   * Sends the mail, unless one was sent for this cause before. The cause is marked first: if the function dies in between,
   * or the answer gets lost, the mail is perhaps not sent, but never twice (docs/decisions/0013-mail-once-per-cause.md).
   * @throws AwsRefusal when the provider refused it: then it was not sent, and the cause may be tried again
   */
  send(mail: Mail): Promise<'sent' | 'sent before'>;
}

/** SES takes 14 mails a second of an ordinary account. */
const atOnce = 10;

/**
 * Sends mails about something that has happened already: one that fails stops no other, and undoes nothing.
 * @returns how many could not be sent; the log says which
 */
export const sendEach = async (mailer: Mailer, mails: readonly Mail[]): Promise<number> => {
  let failed = 0;
  for (let from = 0; from < mails.length; from += atOnce) {
    const batch = mails.slice(from, from + atOnce).map(async (mail) => {
      try {
        await mailer.send(mail);
      } catch (error) {
        failed += 1;
        log.error('a mail could not be sent', error, { cause: mail.cause });
      }
    });
    await Promise.all(batch);
  }
  return failed;
};

/** "Was a mail sent for this cause?" */
const causeKey = (cause: string): Key => ({ pk: `MAIL#${cause}`, sk: 'MAIL' });

/** As long as the history of a record is kept (PRODUCT §4). */
const causeKeptDays = 400;

const sendBySes = (from: string, rules: string, { to, subject, text, html }: Mail) => {
  const content = (data: string) => ({ Data: data, Charset: 'UTF-8' });
  return callAws({
    service: 'ses',
    host: 'email',
    path: '/v2/email/outbound-emails',
    body: {
      FromEmailAddress: from,
      // By name: the identity may be another stage's, and with it the rules that it has by default.
      ConfigurationSetName: rules,
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: { Subject: content(subject), Body: { Text: content(text), Html: content(html) } },
      },
    },
  });
};

/**
 * Opens the way out for mail. The table needs PutItem and DeleteItem, the function `ses:SendEmail` (module-needs: `mail`).
 * @param from the sender, `MAIL_FROM`, such as `Guildhall <hello@example.com>`
 * @param rules the configuration set of SES by which it goes out
 */
export const openMailer = (
  table: Table,
  from: string,
  clock: () => Date = () => new Date(),
  rules: string = environment('MAIL_RULES'),
): Mailer => ({
  async send(mail) {
    const key = causeKey(mail.cause);
    const now = clock();
    const ttl = Math.floor(now.getTime() / 1000) + causeKeptDays * 86_400;
    try {
      await table.write({ put: { ...key, at: now.toISOString(), ttl }, condition: absent });
    } catch (error) {
      if (error instanceof WriteRefused) return 'sent before';
      throw error;
    }
    try {
      await sendBySes(from, rules, mail);
    } catch (error) {
      if (error instanceof AwsRefusal)
        await table.write({ remove: key, condition: { text: 'attribute_exists(pk)' } });
      throw error;
    }
    log.info('mail sent', { cause: mail.cause });
    return 'sent';
  },
});
