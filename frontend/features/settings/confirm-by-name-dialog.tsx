import { type FormEvent, type ReactNode, useState } from 'react';
import { isGroupName } from '../../../shared/access/rules.ts';
import { t } from '../../../shared/core/translate.ts';
import { explain } from '../../core/failure.ts';
import { useMember } from '../../core/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';

interface ConfirmByNameDialogProps {
  title: string;
  /** What the button says. */
  action: string;
  busyText: string;
  /** What is said of a failure, before why. */
  failure: string;
  /** What the button does, with the name as it was typed. */
  submission: { submit: (typedName: string) => void; busy: boolean; error: Error | null };
  onClose: () => void;
  /** What happens then, and what else is asked. */
  children: ReactNode;
}

/** Asks before a step that cannot be taken back: the group's name must be typed. */
export const ConfirmByNameDialog = ({
  title,
  action,
  busyText,
  failure,
  submission: { submit, busy, error },
  onClose,
  children,
}: ConfirmByNameDialogProps) => {
  const { name } = useMember().membership.organization;
  const [typed, setTyped] = useState('');
  const [differs, setDiffers] = useState(false);
  const confirm = (event: FormEvent): void => {
    event.preventDefault();
    const isOther = !isGroupName(typed, name);
    setDiffers(isOther);
    if (!isOther) submit(typed);
  };
  return (
    <Dialog title={title} onClose={onClose} alert>
      <form onSubmit={confirm} noValidate>
        <DialogBody>
          {children}
          <TextField
            label={t('Type “{name}” to confirm', { name })}
            error={differs ? t('This is not the name of your group.') : undefined}
            data-autofocus=""
            value={typed}
            autoComplete="off"
            onChange={(text) => {
              setTyped(text);
              setDiffers(false);
            }}
          />
          {error && (
            <Notice kind="error">
              {failure} {explain(error)}
            </Notice>
          )}
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="danger" type="submit" busy={busy} busyText={busyText}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
