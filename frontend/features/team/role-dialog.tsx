import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Role, roleLabels } from '../../../shared/core/access.ts';
import { labels, t } from '../../../shared/core/translate.ts';
import type { Member } from '../../../shared/team/contract.ts';
import { api } from '../../core/api.ts';
import { explain, isFailure } from '../../core/failure.ts';
import { rich } from '../../core/rich.ts';
import { routeTable } from '../../core/route-table.ts';
import { useSubmission } from '../../core/submission.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RadioTile } from '../../ui/radio-tile.tsx';
import { toast } from '../../ui/toast-store.ts';
import styles from './role-dialog.module.css';
import { refreshTeam, showMember } from './team-cache.ts';

/** What a role adds, in the words of PRODUCT §2. */
const meanings = labels<Role>({
  member: () => t('Works with everything that the group shares.'),
  admin: () => t('Can also restore what others have deleted.'),
  owner: () => t('Can do what a manager can. To remove an owner from the group, change their role first.'),
});

/** Gives a member another role; the account holder's alone. */
export const RoleDialog = ({ member, onClose }: { member: Member; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const [role, setRole] = useState(member.role);
  const changing = useSubmission({
    send: (wanted: Role) =>
      api(routeTable.team.changeRole, { params: { userId: member.userId }, body: { role: wanted } }),
    onSuccess: (changed) => {
      showMember(queryClient, changed);
      toast({ kind: 'success', title: t('Role updated successfully') });
      onClose();
    },
    onError: () => refreshTeam(queryClient),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (role === member.role) onClose();
    else changing.submit(role);
  };
  const gone = isFailure(changing.error, 'not_found');
  return (
    <Dialog title={t('Change role')} onClose={onClose} lightDismiss>
      <form onSubmit={submit}>
        <DialogBody>
          {changing.error && (
            <Notice kind="error">
              {t('Failed to update role.')}{' '}
              {gone
                ? t('{name} is no longer a member of this group.', { name: member.name })
                : explain(changing.error)}
            </Notice>
          )}
          <fieldset className={styles.choices}>
            <legend className={styles.legend}>
              {rich('Role of <name>{person}</name>. The change applies at once.', {
                person: member.name,
                name: (inside) => <bdi>{inside}</bdi>,
              })}
            </legend>
            {(Object.entries(roleLabels) as [Role, string][]).map(([key, label]) => (
              <RadioTile
                key={key}
                name="role"
                value={key}
                checked={key === role}
                data-autofocus={key === role ? '' : undefined}
                aria-labelledby={`role-${key}`}
                aria-describedby={`role-${key}-meaning`}
                onChange={() => setRole(key)}
              >
                <span>
                  <span id={`role-${key}`} className={styles.label}>
                    {label}
                  </span>
                  <span id={`role-${key}-meaning`} className={styles.meaning}>
                    {meanings[key]}
                  </span>
                </span>
              </RadioTile>
            ))}
          </fieldset>
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose}>{gone ? t('Close') : t('Cancel')}</Button>
          {!gone && (
            <Button look="primary" type="submit" busy={changing.busy} busyText={t('Saving...')}>
              {t('Save role')}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
};
