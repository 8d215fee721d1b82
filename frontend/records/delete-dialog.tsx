import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../shared/core/translate.ts';
import { explain, isFailure } from '../core/failure.ts';
import { useSubmission } from '../core/submission.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toast-store.ts';
import { dropRecord } from './record-queries.ts';
import { type AnyRecords, type Deletion, type RecordIn, titleOf } from './records.ts';
import { useRestore } from './restore.ts';

interface DeleteDialogProps {
  records: AnyRecords;
  record: RecordIn<AnyRecords>;
  onClose: () => void;
  onDeleted: (id: string) => void;
}

/** Asks before a record moves to Trash; the message afterwards offers Undo. */
export const DeleteDialog = ({ records, record, onClose, onDeleted }: DeleteDialogProps) => {
  const queryClient = useQueryClient();
  const restore = useRestore(records);
  const words = records.words();
  const [version, setVersion] = useState(record.version);
  const deletion = useSubmission({
    send: (): Promise<Deletion> => records.api.remove(record.id, version),
    onSuccess: (deleted) => {
      dropRecord(queryClient, records, record.id);
      onDeleted(record.id);
      onClose();
      toast({
        kind: 'success',
        title: words.deleted,
        action: { label: t('Undo'), run: () => restore(deleted) },
      });
    },
    onError: (error) => {
      if (isFailure(error, 'version.conflict')) setVersion((error.current as RecordIn<AnyRecords>).version);
      if (isFailure(error, 'not_found')) dropRecord(queryClient, records, record.id);
    },
  });
  const changed =
    isFailure(deletion.error, 'version.conflict') && (deletion.error.current as RecordIn<AnyRecords>);
  const gone = isFailure(deletion.error, 'not_found');
  return (
    <Dialog title={words.deleteTitle} alert onClose={onClose} lightDismiss>
      <DialogBody>
        <p>{words.movesToTrash(titleOf(records, changed || record))}</p>
        {changed && <Notice kind="warning">{words.changedMeanwhile}</Notice>}
        {gone && <Notice kind="info">{words.alreadyDeleted}</Notice>}
        {deletion.error && !changed && !gone && (
          <Notice kind="error">
            {words.deleteFailed} {explain(deletion.error)}
          </Notice>
        )}
      </DialogBody>
      <DialogActions>
        <Button data-autofocus="" onClick={onClose}>
          {gone ? t('Close') : t('Cancel')}
        </Button>
        {!gone && (
          <Button
            look="danger"
            busy={deletion.busy}
            busyText={t('Deleting...')}
            onClick={() => deletion.submit()}
          >
            {words.deleteTitle}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
};
