import { useRef } from 'react';
import { t } from '../../../shared/core/translate.ts';
import { useOnline } from '../../core/presence.ts';
import { useFocusFallback } from '../../ui/focus-fallback.ts';
import { useNarrowerThan } from '../../ui/use-narrower.ts';
import type { Entry } from './directory.ts';
import { type EntryActions, EntryName, RoleName, useEntry } from './directory-entry.tsx';
import styles from './directory-list.module.css';

interface EntryProps {
  entry: Entry;
  online: boolean;
  /** Undefined for whoever may change nothing here. */
  actions: EntryActions | undefined;
}

const Row = ({ entry, online, actions }: EntryProps) => {
  const row = useRef<HTMLTableRowElement>(null);
  useFocusFallback(row);
  const { status, menu } = useEntry(entry, actions);
  return (
    <tr ref={row}>
      <th scope="row">
        <EntryName entry={entry} online={online} />
      </th>
      <td className={styles.email}>{entry.email}</td>
      <td>
        <RoleName entry={entry} />
      </td>
      <td>{status}</td>
      {menu && <td className={styles.actions}>{menu}</td>}
    </tr>
  );
};

const Card = ({ entry, online, actions }: EntryProps) => {
  const card = useRef<HTMLLIElement>(null);
  useFocusFallback(card);
  const { status, menu } = useEntry(entry, actions);
  return (
    <li ref={card} className={styles.card}>
      <EntryName entry={entry} online={online} />
      {menu && <span className={styles.cardMenu}>{menu}</span>}
      <span className={styles.cardEmail}>{entry.email}</span>
      <span className={styles.cardFacts}>
        <span>
          <span className="visually-hidden">{t('Role:')} </span>
          <RoleName entry={entry} />
        </span>
        <span>
          <span className="visually-hidden">{t('Status:')} </span>
          {status}
        </span>
      </span>
    </li>
  );
};

/** Below this the columns of the table would break names and addresses in the middle. */
const narrowestTable = 800;

interface DirectoryListProps {
  entries: readonly Entry[];
  actions: EntryActions | undefined;
}

/** The people of the directory: a table, or cards where there is no room for its columns (S2 §2.5). */
export const DirectoryList = ({ entries, actions }: DirectoryListProps) => {
  const frame = useRef<HTMLDivElement>(null);
  const narrow = useNarrowerThan(narrowestTable, frame);
  const online = useOnline();
  const propsOf = (entry: Entry): EntryProps => ({
    entry,
    online: entry.member !== undefined && online.has(entry.member.userId),
    actions,
  });
  return (
    <div ref={frame} className={styles.frame}>
      {narrow ? (
        <ul aria-label={t('Team members')} className={styles.cards}>
          {entries.map((entry) => (
            <Card key={entry.key} {...propsOf(entry)} />
          ))}
        </ul>
      ) : (
        <table className={styles.table} aria-label={t('Team members')}>
          <thead>
            <tr>
              <th scope="col">{t('Member')}</th>
              <th scope="col">{t('Email')}</th>
              <th scope="col">{t('Role')}</th>
              <th scope="col">{t('Status')}</th>
              {actions && (
                <th scope="col" className={styles.actions}>
                  {t('Actions')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <Row key={entry.key} {...propsOf(entry)} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
};
