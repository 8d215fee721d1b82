import { useQuery, useQueryClient } from '@tanstack/react-query';
import { EllipsisVertical, Link2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { type Merge, mergeValues, valuesIn } from '../../shared/core/fields.ts';
import { t } from '../../shared/core/translate.ts';
import { isFailure } from '../core/failure.ts';
import { IconButton } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { nameDocument } from '../ui/document-title.ts';
import { Drawer } from '../ui/drawer.tsx';
import { Icon } from '../ui/icon.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { Notice } from '../ui/notice.tsx';
import { SkeletonBar } from '../ui/skeleton.tsx';
import { ConflictQuestion } from './conflict-question.tsx';
import { EditableLine } from './editable-line.tsx';
import { type QuickEdit, useQuickEdit } from './quick-edits.ts';
import { changeRecord, RecordConflict } from './record-changes.ts';
import styles from './record-page.module.css';
import { knownRecord, recordQuery, showRecord } from './record-queries.ts';
import { type AnyRecords, type RecordIn, titleOf, type ValuesIn } from './records.ts';

/** What a kind's own page is given. */
export interface RecordPageProps<K extends AnyRecords> {
  id: string;
  /** What its list is called, for the document's title when the page closes. */
  listTitle: string;
  menuOf: (record: RecordIn<K>) => readonly MenuItem[];
  onClose: () => void;
}

/** What the fields of a page can do. */
export interface PageTools<K extends AnyRecords> {
  record: RecordIn<K>;
  /** Saves what is chosen or ticked, at once. */
  edit: QuickEdit<K>;
  /**
   * Saves what was typed, on top of the state from which it was begun.
   * @returns the record as it is then; null when somebody else changed the same, and the person has not chosen what to keep
   * @throws Failure
   */
  save: (base: RecordIn<K>, values: Partial<ValuesIn<K>>) => Promise<RecordIn<K> | null>;
}

interface Conflict<K extends AnyRecords> {
  found: RecordConflict<K>;
  settle: (saved: RecordIn<K> | null) => void;
}

interface PageProps<K extends AnyRecords> extends RecordPageProps<K> {
  records: K;
  /** What the field of its title is called: `Edit title`. */
  editTitle: string;
  longestTitle: number;
  children: (tools: PageTools<K>) => ReactNode;
}

const Loading = () => (
  <div role="status" className={styles.loading}>
    <span className="visually-hidden">{t('Loading...')}</span>
    {['70%', '40%', '90%', '60%'].map((width) => (
      <SkeletonBar key={width} width={width} />
    ))}
  </div>
);

const copyLink = (path: string): Promise<boolean> => copyText(location.origin + path, t('Link copied'));

/** A record to read, and to edit where it stands, at an address of its own. */
export const RecordPage = <K extends AnyRecords>({
  records,
  id,
  listTitle,
  editTitle,
  longestTitle,
  menuOf,
  onClose,
  children,
}: PageProps<K>) => {
  const words = records.words();
  const queryClient = useQueryClient();
  /** What both sides changed; `settle` is told the record once the person has chosen, null when they leave it open. */
  const [conflict, setConflict] = useState<Conflict<K> | null>(null);
  const settleConflict = (saved: RecordIn<K> | null): void => {
    setConflict(null);
    conflict?.settle(saved);
  };
  const ask = (found: RecordConflict<K>): Promise<RecordIn<K> | null> =>
    new Promise((settle) => setConflict({ found, settle }));
  const [askLater] = useState(
    () =>
      (found: RecordConflict<K>): void =>
        setConflict({ found, settle: () => undefined }),
  );
  const edit = useQuickEdit(records, askLater);
  const query = useQuery({
    ...recordQuery(records, id),
    // What the list shows already; the answer takes its place.
    placeholderData: () => knownRecord(queryClient, records, id),
  });
  const record = query.data as RecordIn<K> | undefined;
  const title = record && titleOf(records, record);
  useEffect(() => {
    nameDocument(title ?? listTitle);
    return () => nameDocument(listTitle);
  }, [title, listTitle]);

  const gone = isFailure(query.error, 'not_found');
  const rename = async (current: RecordIn<K>, text: string, began: string): Promise<boolean> => {
    const { fields, title: field } = records;
    const titled = (name: string) => ({ ...valuesIn(fields, current), [field]: name }) as ValuesIn<K>;
    const merge = mergeValues(fields, titled(began), titled(text), titled(titleOf(records, current)));
    // Somebody else has named it meanwhile: what is seen now is theirs.
    if (merge.conflicts.length === 0) return edit(current, () => ({ [field]: text }) as Partial<ValuesIn<K>>);
    const found = new RecordConflict<K>(titled(text), current, merge as Merge<K['fields']>);
    return (await ask(found)) !== null;
  };
  const tools: PageTools<K> | undefined = record && {
    record,
    edit,
    save: async (base, values) => {
      try {
        const wanted = { ...valuesIn(records.fields, base), ...values } as ValuesIn<K>;
        const saved = await changeRecord(records, base, wanted);
        showRecord(queryClient, records, saved);
        return saved;
      } catch (error) {
        if (!(error instanceof RecordConflict)) throw error;
        return ask(error as RecordConflict<K>);
      }
    },
  };
  return (
    <Drawer
      list={listTitle}
      title={
        tools && title !== undefined && !gone ? (
          <EditableLine
            value={title}
            label={editTitle}
            longest={longestTitle}
            onSave={(text, began) => rename(tools.record, text, began)}
          />
        ) : (
          (title ?? words.loading)
        )
      }
      onClose={onClose}
      actions={
        <>
          <IconButton
            icon={Link2}
            label={t('Copy link')}
            onClick={() => void copyLink(`${records.path}/${id}`)}
          />
          {record && !gone && (
            <Menu label={t('Actions for {name}', { name: title ?? '' })} items={menuOf(record)}>
              <Icon of={EllipsisVertical} />
            </Menu>
          )}
        </>
      }
    >
      <div className={styles.page}>
        {gone && (
          <Notice kind="info">
            {words.goneInFull} {record && t('What you typed is still here, for you to copy.')}
          </Notice>
        )}
        {!gone && query.isError && !record && <LoadFailure query={query}>{words.openFailed}</LoadFailure>}
        {!record && query.isPending && <Loading />}
        {/* Also of one that is gone: what is being typed is not taken away. */}
        {tools && children(tools)}
      </div>
      <ConflictQuestion records={records} conflict={conflict?.found ?? null} onAnswer={settleConflict} />
    </Drawer>
  );
};
