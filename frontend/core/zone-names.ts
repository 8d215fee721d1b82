import { currentName, isTimeZone, usableZone } from '../../shared/core/time-zones.ts';
import { formatLocale } from '../../shared/core/translate.ts';

/** A time zone as people know it. */
export interface NamedZone {
  /** As it is saved: `Asia/Kolkata`. */
  id: string;
  /** `Kolkata` */
  city: string;
  /** What its time is called, where it has a name: `India Standard Time`. */
  name: string;
  /** At present: `GMT+5:30`. */
  offset: string;
  /** The same in minutes. */
  minutes: number;
}

/** `Kolkata` of `Asia/Calcutta`. */
export const cityOf = (zone: string): string =>
  (currentName(zone).split('/').at(-1) ?? zone).replaceAll('_', ' ');

const partOf = (zone: string, style: 'longGeneric' | 'longOffset', now: Date): string =>
  // An offset is read, in one language; a name is shown, in the reader's.
  new Intl.DateTimeFormat(style === 'longOffset' ? 'en' : formatLocale(), {
    timeZone: usableZone(zone),
    timeZoneName: style,
  })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** A zone with its names. Where the system knows no better, its city stands for it. */
export const namedZone = (zone: string, now: Date): NamedZone => {
  const id = currentName(zone);
  const [, sign = '+', hours = '0', minutes = '00'] =
    /([+-])(\d+):(\d+)/.exec(partOf(zone, 'longOffset', now)) ?? [];
  const name = partOf(zone, 'longGeneric', now);
  const total = Number(hours) * 60 + Number(minutes);
  return {
    id,
    city: cityOf(id),
    name: /^(GMT|UTC)/.test(name) ? '' : name,
    offset: `GMT${total === 0 ? '' : `${sign}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`}`,
    minutes: sign === '-' ? -total : total,
  };
};

/** The zone of this browser; null where it can't tell, which is when somebody has to say. */
export const browserZone = (): string | null => {
  const zone: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone !== undefined && isTimeZone(zone) ? currentName(zone) : null;
};
