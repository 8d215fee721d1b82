// Pure: screens read it without loading a schema.

/** Zones that got another name: by the name that older systems know, the one of today. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** The name of today. */
export const currentName = (zone: string): string => renamed[zone] ?? zone;

/** Whether this system can reckon with a zone; `Etc/Unknown`, which some say when they can't tell their own, is none. */
export const isTimeZone = (zone: string): boolean => {
  if (!/^[A-Za-z]/.test(zone) || zone === 'Etc/Unknown') return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

const usable = new Map<string, string>();

/** A zone that this system can reckon with: the one named, the same by its other name, or UTC. */
export const usableZone = (zone: string): string => {
  const known = usable.get(zone);
  if (known) return known;
  const names = [zone, currentName(zone), ...Object.keys(renamed).filter((old) => renamed[old] === zone)];
  const found = names.find(isTimeZone) ?? 'UTC';
  if (!names.includes(found)) console.warn(`The time zone ${zone} is not known here; days are those of UTC`);
  usable.set(zone, found);
  return found;
};
