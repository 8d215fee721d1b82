const minute = 60_000;
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

interface RelativeOptions {
  /** After so many days the date is shown: 1 for rates, 7 for notifications (S1 §9). */
  daysAtMost: 1 | 7;
}

/** How long ago a moment was (S1 §9): `Just now`, `5m ago`, `3h ago`, `2d ago`, then its date. Both in milliseconds. */
export const relativeTime = (moment: number, now: number, { daysAtMost }: RelativeOptions): string => {
  const minutes = Math.floor((now - moment) / minute);
  if (minutes < 1) return 'Just now';
  if (minutes < 60) return `${minutes}m ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours}h ago`;
  const days = Math.floor(hours / 24);
  return days < daysAtMost ? `${days}d ago` : date.format(moment);
};

/** A moment in full, for whoever wants to know more than how long ago it was. */
export const exactMoment = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });
