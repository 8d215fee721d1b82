import { Download, LogOut } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { t } from '../../../shared/core/translate.ts';
import { api } from '../../core/api.ts';
import { explain } from '../../core/failure.ts';
import { paths } from '../../core/paths.ts';
import { changeProfile } from '../../core/profile.ts';
import { routeTable } from '../../core/route-table.ts';
import { useMember } from '../../core/session.ts';
import { leave } from '../../core/sign-out.ts';
import { useSubmission } from '../../core/submission.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { LeavingDialog } from './leaving-dialog.tsx';
import { NameForm } from './name-form.tsx';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';

const Profile = () => {
  const { user } = useMember();
  const saving = useSubmission({
    stays: true,
    send: changeProfile,
    onSuccess: () => toast({ kind: 'success', title: t('Settings saved') }),
    onError: (error) =>
      toast({
        kind: 'error',
        title: t('Error'),
        detail: [t('Failed to update profile. Please try again.'), explain(error)].filter(Boolean).join(' '),
      }),
  });
  return (
    <SettingsSection title={t('Profile')}>
      <NameForm
        label={t('Display name')}
        name={user.name}
        longest={200}
        required={t('Name is required')}
        action={t('Save changes')}
        autoComplete="name"
        submission={saving}
      >
        <Field label={t('Email')} hint={t('Email cannot be changed directly. Please contact support.')}>
          {(control) => <input {...control} value={user.email} type="email" disabled />}
        </Field>
      </NameForm>
    </SettingsSection>
  );
};

/** Gives the browser a file to keep. */
const saveFile = (name: string, content: unknown): void => {
  const address = URL.createObjectURL(
    new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }),
  );
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};

const Data = () => {
  const { user } = useMember();
  const exporting = useSubmission({
    stays: true,
    send: () => api(routeTable.access.exportProfile),
    onSuccess: (content) => saveFile(`guildhall-${content.exportedAt.slice(0, 10)}.json`, content),
    onError: (error) =>
      toast({ kind: 'error', title: t('Failed to export your data'), detail: explain(error) }),
  });
  const ending = useSubmission({
    send: () =>
      leave(user.id, {
        reason: 'signed-out-everywhere',
        first: () => api(routeTable.access.signOutEverywhere),
      }),
    onError: (error) => toast({ kind: 'error', title: t('Failed to sign out'), detail: explain(error) }),
  });
  return (
    <SettingsSection title={t('Data and sessions')} look="framed">
      <div className={styles.spread}>
        <p className={styles.soft}>
          {t('Everything that we keep about you, in one file: profile, membership, trials and invitations.')}
        </p>
        <Button icon={Download} busy={exporting.busy} onClick={() => exporting.submit()}>
          {t('Download my data')}
        </Button>
      </div>
      <div className={`${styles.spread} ${styles.line}`}>
        <p className={styles.soft}>{t('Signs you out on every device, including this one.')}</p>
        <Button
          icon={LogOut}
          busy={ending.busy}
          busyText={t('Signing out...')}
          onClick={() => ending.submit()}
        >
          {t('Sign out everywhere')}
        </Button>
      </div>
      <div className={`${styles.spread} ${styles.line}`}>
        <p className={styles.soft}>
          {t('Deletes your profile and your sign-in for good. What you made for the group stays.')}
        </p>
        <Link to={paths.deleteAccount}>{t('Delete my account…')}</Link>
      </div>
    </SettingsSection>
  );
};

const Leaving = () => {
  const { accountHolder, organization } = useMember().membership;
  const [asking, setAsking] = useState(false);
  return (
    <SettingsSection
      title={t(accountHolder ? 'Close the account' : 'Leave the group')}
      text={
        accountHolder
          ? t(
              "Ends the subscription of {organization} and everybody's access at once. If you want to leave without closing it, first make another member the account holder, under Group.",
              { organization: organization.name },
            )
          : t('You lose access to {organization} at once. What you made stays with the group.', {
              organization: organization.name,
            })
      }
    >
      <div className={styles.row}>
        <Button look="danger" onClick={() => setAsking(true)}>
          {t(accountHolder ? 'Close account…' : 'Leave group…')}
        </Button>
      </div>
      {asking && <LeavingDialog way={accountHolder ? 'close' : 'leave'} onClose={() => setAsking(false)} />}
    </SettingsSection>
  );
};

export const AccountTab = () => (
  <>
    <Profile />
    <Data />
    <Leaving />
  </>
);
