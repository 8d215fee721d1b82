import { dateFormat, t } from '../../shared/core/translate.ts';

const minute = 60_000;

interface RelativeOptions {
  /** After so many days the date is shown: 1 for rates, 7 for notifications (S1 §9). */
  daysAtMost: 1 | 7;
}

/** How long ago a moment was (S1 §9): `Just now`, `5m ago`, `3h ago`, `2d ago`, then its date. Both in milliseconds. */
export const relativeTime = (moment: number, now: number, { daysAtMost }: RelativeOptions): string => {
  const minutes = Math.floor((now - moment) / minute);
  if (minutes < 1) return t('Just now');
  if (minutes < 60) return t('{minutes, number}m ago', { minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return t('{hours, number}h ago', { hours });
  const days = Math.floor(hours / 24);
  return days < daysAtMost
    ? t('{days, number}d ago', { days })
    : dateFormat({ dateStyle: 'medium' }).format(moment);
};

/** A moment in full, for whoever wants to know more than how long ago it was. */
export const exactMoment = (moment: number): string =>
  dateFormat({ dateStyle: 'full', timeStyle: 'short' }).format(moment);
