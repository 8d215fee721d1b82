import { containsAll, literalPieces } from '../../shared/core/folding.ts';
import { currentName } from '../../shared/core/time-zones.ts';
import { formatLocale } from '../../shared/core/translate.ts';
import { browserZone, type NamedZone, namedZone } from './zone-names.ts';

/** A zone of the list: with the country that it is in, in the reader's language; empty where the system can't tell. */
export interface ListedZone extends NamedZone {
  country: string;
}

let countries: { locale: string; names: Map<string, string> } | undefined;

/**
 * In which country each zone is. The system says it the other way round, country by country, and does not list countries: every two
 * letters are tried that have a name. Some systems say nothing, and then zones are found by city and time alone.
 */
const countriesOfZones = (): Map<string, string> => {
  const locale = formatLocale();
  if (countries?.locale === locale) return countries.names;
  const found = new Map<string, string>();
  countries = { locale, names: found };
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  const letters = Array.from({ length: 26 }, (_, n) => String.fromCharCode(65 + n));
  for (const code of letters.flatMap((one) => letters.map((other) => one + other))) {
    const name = names.of(code);
    const country = new Intl.Locale(`und-${code}`);
    // A code of the past stands for a country of today, which has its own turn.
    if (name === undefined || country.region !== code) continue;
    const asked = country as Intl.Locale & { getTimeZones?: () => string[]; timeZones?: string[] };
    for (const zone of asked.getTimeZones?.() ?? asked.timeZones ?? []) found.set(currentName(zone), name);
  }
  return found;
};

/** All zones that this browser knows, and one more: the reader's own, then by offset from west to east, then by city. */
export const namedZones = (current: string | null, now: Date): ListedZone[] => {
  const known = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];
  const ids = new Set([...known, 'UTC', ...(current === null ? [] : [current])].map(currentName));
  const own = browserZone();
  const isOwn = ({ id }: NamedZone): number => Number(id === own);
  return [...ids]
    .map((id) => ({ ...namedZone(id, now), country: countriesOfZones().get(id) ?? '' }))
    .sort(
      (one, other) =>
        isOwn(other) - isOwn(one) || one.minutes - other.minutes || one.city.localeCompare(other.city, 'en'),
    );
};

/** Whether a zone is one that was looked for: by its city, its country, its time or its offset, `GMT+1` or `UTC+1`. */
export const isFoundZone = ({ id, city, country, name, offset }: ListedZone, search: string): boolean =>
  containsAll(literalPieces(search), id, city, country, name, offset, offset.replace('GMT', 'UTC'));
