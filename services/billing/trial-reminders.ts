import { planAt } from '../../shared/access/rules.ts';
import { openTable } from '../core/dynamodb-table.ts';
import { environment } from '../core/environment.ts';
import { log } from '../core/log.ts';
import { openMailer } from '../core/mail.ts';
import { inLanguageOf } from '../core/speech.ts';
import { trialEndingEmail } from './billing-emails.ts';
import { billingStore } from './billing-store.ts';

const hourMs = 3_600_000;
/** The mail goes out a day ahead; a run that failed is made up for by the next ones. */
const hoursAhead = 24;
const hoursMadeUpFor = 6;
/** Organizations that are looked at and written to at once: SES takes 14 mails a second of an ordinary account. */
const atOnce = 10;

const table = openTable(environment('TABLE_NAME'));
const websiteUrl = environment('WEBSITE_URL');
const store = billingStore(table);
const mailer = openMailer(table, environment('MAIL_FROM'));

const remind = async (organizationId: string, now: Date): Promise<void> => {
  const organization = await store.organization(organizationId);
  if (!organization || organization.closedAt || organization.trialEndsAt === null) return;
  // The trial of the founding, beside which no subscription lives.
  const { type, status } = planAt(organization, now);
  if (type !== 'trial' || status !== 'trial') return;
  const holder = await store.person(organization.ownerId);
  if (!holder) return;
  const endsAt = new Date(organization.trialEndsAt);
  await mailer.send({
    to: String(holder.email),
    ...inLanguageOf(holder, () => trialEndingEmail({ ...organization, endsAt }, websiteUrl, now)),
    cause: `trial-ending#${organizationId}`,
  });
};

/** Runs each hour. One mail that fails stops no other; then the run counts as failed, and is tried again. */
export const handler = async (): Promise<void> => {
  const now = new Date();
  const hours = Array.from(
    { length: hoursMadeUpFor },
    (_, back) => new Date(now.getTime() + (hoursAhead - back) * hourMs),
  );
  const ids = (await Promise.all(hours.map((hour) => store.trialsEndingIn(hour)))).flat();
  let failed = 0;
  for (let from = 0; from < ids.length; from += atOnce) {
    const batch = ids.slice(from, from + atOnce).map(async (id) => {
      try {
        await remind(id, now);
      } catch (error) {
        failed += 1;
        log.error('a reminder could not be sent', error, { organizationId: id });
      }
    });
    await Promise.all(batch);
  }
  log.info('trial reminders', { looked: ids.length, failed });
  if (failed > 0) throw new Error(`${failed} of ${ids.length} reminders could not be sent.`);
};
