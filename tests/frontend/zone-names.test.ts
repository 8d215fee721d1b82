import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserZone, namedZone, namedZones } from '../../frontend/core/zone-names.ts';
import { containsAll, literalPieces } from '../../shared/core/folding.ts';
import { isTimeZone } from '../../shared/core/time-zones.ts';

const summer = new Date('2026-07-01T12:00:00Z');
const winter = new Date('2026-12-01T12:00:00Z');

describe('time zones', () => {
  it.each([
    ['Asia/Calcutta', 'Asia/Kolkata', 'Kolkata', 'India Standard Time', 'UTC+5:30'],
    ['Europe/Zurich', 'Europe/Zurich', 'Zurich', 'Central European Time', 'UTC+2'],
    ['America/New_York', 'America/New_York', 'New York', 'Eastern Time', 'UTC-4'],
    ['Europe/Kiev', 'Europe/Kyiv', 'Kyiv', 'Eastern European Time', 'UTC+3'],
    ['UTC', 'UTC', 'UTC', '', 'UTC'],
  ])('have names that people know: %s', (zone, id, city, name, offset) => {
    expect(namedZone(zone, summer)).toMatchObject({ id, city, name, offset });
    expect(isTimeZone(id)).toBe(true);
  });

  it('say the offset of the season', () => {
    expect(namedZone('Europe/Zurich', winter).offset).toBe('UTC+1');
    expect(namedZone('America/New_York', winter).minutes).toBe(-300);
  });

  it('are all there, from west to east, each once, and found by city, country of the time, or offset', () => {
    const all = namedZones('Europe/Zurich', summer);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.map(({ minutes }) => minutes)).toEqual(
      all.map(({ minutes }) => minutes).sort((a, b) => a - b),
    );
    const found = (search: string) =>
      all
        .filter(({ id, city, name, offset }) => containsAll(literalPieces(search), id, city, name, offset))
        .map(({ city }) => city);
    expect(found('sao paulo')).toEqual(['Sao Paulo']);
    expect(found('india')).toContain('Kolkata');
    expect(found('kolkata')).toEqual(['Kolkata']);
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
