import { afterEach, describe, expect, it, vi } from 'vitest';
import { isFoundZone, namedZones } from '../../frontend/core/zone-list.ts';
import { browserZone, namedZone } from '../../frontend/core/zone-names.ts';
import { isTimeZone } from '../../shared/core/time-zones.ts';

const summer = new Date('2026-07-01T12:00:00Z');
const winter = new Date('2026-12-01T12:00:00Z');

describe('time zones', () => {
  it.each([
    ['Asia/Calcutta', 'Asia/Kolkata', 'Kolkata', 'India Standard Time', 'GMT+5:30'],
    ['Europe/Zurich', 'Europe/Zurich', 'Zurich', 'Central European Time', 'GMT+2'],
    ['America/New_York', 'America/New_York', 'New York', 'Eastern Time', 'GMT-4'],
    ['Europe/Kiev', 'Europe/Kyiv', 'Kyiv', 'Eastern European Time', 'GMT+3'],
    ['UTC', 'UTC', 'UTC', '', 'GMT'],
  ])('have names that people know: %s', (zone, id, city, name, offset) => {
    expect(namedZone(zone, summer)).toMatchObject({ id, city, name, offset });
    expect(isTimeZone(id)).toBe(true);
  });

  it('say the offset of the season', () => {
    expect(namedZone('Europe/Zurich', winter).offset).toBe('GMT+1');
    expect(namedZone('America/New_York', winter).minutes).toBe(-300);
  });

  it('are all there, each once, the reader’s own first, then by offset and city', () => {
    const all = namedZones('Europe/Zurich', summer);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const [first, ...others] = all;
    expect(first?.id).toBe(browserZone());
    const places = others.map(({ minutes, city }) => ({ minutes, city }));
    expect(places).toEqual(
      [...places].sort((a, b) => a.minutes - b.minutes || a.city.localeCompare(b.city, 'en')),
    );
  });

  it('are found by city, country, name of the time, or offset', () => {
    const all = namedZones('Europe/Zurich', summer);
    const found = (search: string) => all.filter((one) => isFoundZone(one, search)).map(({ city }) => city);
    expect(found('sao paulo')).toEqual(['Sao Paulo']);
    expect(found('india')).toContain('Kolkata');
    expect(found('kolkata')).toEqual(['Kolkata']);
    expect(found('japan')).toEqual(['Tokyo']);
    expect(found('germany')).toContain('Berlin');
    expect(found('switzerland')).toEqual(['Zurich']);
    expect(found('gmt+5:45')).toEqual(['Kathmandu']);
    expect(found('utc+5:45')).toEqual(['Kathmandu']);
  });
});

describe('the zone of a browser', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Europe/Zurich', 'Europe/Zurich'],
    ['Etc/Unknown', null],
    [undefined, null],
    ['Mars/Olympus', null],
  ])('that says %s is %s', (said, zone) => {
    const real = Intl.DateTimeFormat.prototype.resolvedOptions;
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
      this: Intl.DateTimeFormat,
    ) {
      return { ...real.call(this), timeZone: said as string };
    });
    expect(browserZone()).toBe(zone);
  });
});
