import { type LucideIcon, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { type Text, t } from '../../shared/core/translate.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../ui/dialog.tsx';
import { Menu } from '../ui/menu.tsx';
import { useBulk } from './bulk.ts';
import styles from './bulk-bar.module.css';
import type { Edit } from './record-changes.ts';
import type { AnyRecords, RecordIn, ValuesIn } from './records.ts';

/** Something that can be done to many records: a choice of edits. */
export interface BulkAction<K extends AnyRecords> {
  label: Text;
  icon: LucideIcon;
  choices: readonly { label: Text; icon: LucideIcon; values: Partial<ValuesIn<K>> }[];
}

interface BulkBarProps<K extends AnyRecords> {
  records: K;
  actions: readonly BulkAction<K>[];
  selected: readonly RecordIn<K>[];
  onClear: () => void;
}

/** What can be done to all that is selected. */
export const BulkBar = <K extends AnyRecords>({ records, actions, selected, onClear }: BulkBarProps<K>) => {
  const words = records.words();
  const { change, remove } = useBulk(records);
  const [asking, setAsking] = useState(false);
  const count = selected.length;
  return (
    <section aria-label={t('Selection')} className={styles.bar}>
      <p role="status" className={styles.count}>
        {words.selected(count)}
      </p>
      {actions.map(({ label, icon: Icon, choices }) => (
        <Menu
          key={label()}
          label={label()}
          buttonClassName={styles.action}
          items={choices.map((choice) => ({
            label: choice.label(),
            icon: choice.icon,
            onSelect: () => {
              const edit: Edit<K> = () => choice.values;
              void change(selected, edit);
              onClear();
            },
          }))}
        >
          <Icon aria-hidden="true" size={16} />
          <span>{label()}</span>
        </Menu>
      ))}
      <Button look="quiet" icon={Trash2} disabled={count === 0} onClick={() => setAsking(true)}>
        {t('Delete')}
      </Button>
      <IconButton icon={X} label={t('Clear selection')} onClick={onClear} />
      {asking && (
        <Dialog title={words.bulk.deleteTitle(count)} alert onClose={() => setAsking(false)} lightDismiss>
          <DialogBody>
            <p>{words.bulk.askDelete(count)}</p>
          </DialogBody>
          <DialogActions>
            <Button data-autofocus="" onClick={() => setAsking(false)}>
              {t('Cancel')}
            </Button>
            <Button
              look="danger"
              onClick={() => {
                setAsking(false);
                void remove(selected);
                onClear();
              }}
            >
              {words.bulk.deleteTitle(count)}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </section>
  );
};
