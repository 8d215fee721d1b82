import { TriangleAlert } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { t } from '../../shared/core/translate.ts';
import { isFoundZone, type ListedZone, namedZones } from '../core/zone-list.ts';
import { browserZone, namedZone } from '../core/zone-names.ts';
import { Icon } from './icon.tsx';
import { PlainButton } from './plain-button.tsx';
import { SearchField } from './search-field.tsx';
import styles from './zone-field.module.css';

interface ZoneFieldProps {
  label: string;
  /** Puts the label out of sight; it is still read aloud. */
  labelHidden?: boolean;
  /** Null: none is chosen yet, and the list is open. */
  zone: string | null;
  error?: string | undefined;
  onChange: (zone: string) => void;
}

const Zone = ({
  zone: { id, city, name, offset, country = '' },
}: {
  zone: Omit<ListedZone, 'country'> & { country?: string };
}) => (
  <span className={styles.names}>
    <span className={styles.city}>{`${city} (${offset})`}</span>{' '}
    <span className={styles.time}>
      {[country, name, id === browserZone() ? t('the time of this device') : ''].filter(Boolean).join(' · ')}
    </span>
  </span>
);

/** A time zone: the one chosen, and a list in which one looks by city, by country, by the name of its time or by its offset. */
export const ZoneField = ({ label, labelHidden = false, zone, error, onChange }: ZoneFieldProps) => {
  const [open, setOpen] = useState(zone === null);
  const [search, setSearch] = useState('');
  const [now] = useState(() => new Date());
  const id = useId();
  const field = useRef<HTMLFieldSetElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  const all = useMemo(() => (open ? namedZones(zone, now) : []), [open, zone, now]);
  const chosen = useMemo(() => (zone === null ? null : namedZone(zone, now)), [zone, now]);
  const found = all.filter((one) => isFoundZone(one, search));

  // The list begins in the far west: what is chosen is to be seen.
  useEffect(() => {
    const box = list.current;
    const row = open ? box?.querySelector<HTMLElement>('label:has(:checked)') : null;
    if (box && row) box.scrollTop = row.offsetTop - box.clientHeight / 2;
    // The button that was pressed has gone.
    if (open && pressed.current) field.current?.querySelector<HTMLElement>('[type=search]')?.focus();
  }, [open]);

  return (
    <fieldset ref={field} className={styles.field} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={labelHidden ? 'visually-hidden' : styles.label}>{label}</legend>
      <p className={styles.chosen} role="status">
        {chosen ? <Zone zone={chosen} /> : <span>{t('Choose the city whose time is yours.')}</span>}
      </p>
      {error && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          <Icon of={TriangleAlert} size={15} />
          <span>{error}</span>
        </p>
      )}
      {open ? (
        <>
          <SearchField
            label={t('Search time zones')}
            value={search}
            longest={100}
            onChange={setSearch}
            // It looks for something in a form, which it does not send.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          {found.length > 0 ? (
            <div ref={list} className={styles.list}>
              {found.map((one) => (
                <label key={one.id} className={styles.row}>
                  <input
                    type="radio"
                    name={id}
                    checked={one.id === chosen?.id}
                    onChange={() => onChange(one.id)}
                  />
                  <Zone zone={one} />
                </label>
              ))}
            </div>
          ) : (
            <p className={styles.none}>
              {t('No time zone is called “{typed}”. Try a larger city near you.', { typed: search.trim() })}
            </p>
          )}
        </>
      ) : (
        <PlainButton
          className={styles.open}
          aria-label={t('Change time zone')}
          onClick={() => {
            pressed.current = true;
            setOpen(true);
          }}
        >
          {t('Change')}
        </PlainButton>
      )}
    </fieldset>
  );
};
