import { trialLeft } from '../../../shared/billing/trial.ts';
import { usableZone } from '../../../shared/core/time-zones.ts';
import { dateFormat, t } from '../../../shared/core/translate.ts';
import { browserZone, cityOf } from '../../core/zone-names.ts';

const timeIn = (moment: Date, timeZone?: string): string =>
  dateFormat({ timeStyle: 'short', timeZone }).format(moment);

/** A time of day by the group's clock, which is named where the reader's own shows another time. */
const groupTime = (moment: Date, timeZone: string): string => {
  const time = timeIn(moment, usableZone(timeZone));
  return time === timeIn(moment, browserZone() ?? undefined)
    ? time
    : t('{time} ({city} time)', { time, city: cityOf(timeZone) });
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
    const time = groupTime(end, timeZone);
    return {
      banner: t('Trial ends today at {time}', { time }),
      page: t('Your trial ends today at {time}', { time }),
      notification: t('Your trial ends today at {time}', { time }),
      urgent: true,
    };
  }
  if (left.kind === 'tomorrow')
    return {
      banner: t('Trial expires tomorrow'),
      page: t('You have {days, plural, one {# day} other {# days}} left in your trial', { days: 1 }),
      notification: t('Your trial expires tomorrow'),
      urgent: true,
    };
  return {
    banner: t('{days, plural, one {# day} other {# days}} left in trial', left),
    page: t('You have {days, plural, one {# day} other {# days}} left in your trial', left),
    notification: null,
    urgent: left.days <= urgentDays,
  };
};

/** S1 §2. */
const urgentDays = 3;
