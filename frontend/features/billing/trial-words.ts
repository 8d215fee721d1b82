import { trialLeft } from '../../../shared/billing/trial.ts';
import { usableZone } from '../../../shared/core/time-zones.ts';
import { browserZone, cityOf } from '../../core/zone-names.ts';

const timeIn = (moment: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone }).format(moment);

/** A time of day by the group's clock, which is named where the reader's own shows another time. */
const groupTime = (moment: Date, timeZone: string): string => {
  const time = timeIn(moment, usableZone(timeZone));
  return time === timeIn(moment, browserZone() ?? undefined) ? time : `${time} (${cityOf(timeZone)} time)`;
};

/** How long a trial lasts yet: in the banner (S1 §2), on the payment page, and as a notification. Null when it is over. */
export const trialWords = (
  endsAt: string,
  now: number,
  timeZone: string,
): { banner: string; page: string; notification: string | null; urgent: boolean } | null => {
  const end = new Date(endsAt);
  const left = trialLeft(end, new Date(now), timeZone);
  if (!left) return null;
  if (left.kind === 'today') {
    const when = `ends today at ${groupTime(end, timeZone)}`;
    return {
      banner: `Trial ${when}`,
      page: `Your trial ${when}`,
      notification: `Your trial ${when}`,
      urgent: true,
    };
  }
  if (left.kind === 'tomorrow')
    return {
      banner: 'Trial expires tomorrow',
      page: 'You have 1 day left in your trial',
      notification: 'Your trial expires tomorrow',
      urgent: true,
    };
  return {
    banner: `${left.days} days left in trial`,
    page: `You have ${left.days} days left in your trial`,
    notification: null,
    urgent: left.days <= urgentDays,
  };
};

/** S1 §2. */
const urgentDays = 3;
