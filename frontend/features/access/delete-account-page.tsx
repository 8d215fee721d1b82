import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Session } from '../../../shared/access/contract.ts';
import { formerMember } from '../../../shared/access/rules.ts';
import { t } from '../../../shared/core/translate.ts';
import { typedEmail } from '../../../shared/core/typed-address.ts';
import { api } from '../../core/api.ts';
import { explain, isFailure, outcomeUnknown } from '../../core/failure.ts';
import { groupSettingsPath, paths, settingsPath } from '../../core/paths.ts';
import { routeTable } from '../../core/route-table.ts';
import { leave } from '../../core/sign-out.ts';
import { useSubmission } from '../../core/submission.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FrontLayout } from './front-layout.tsx';
import styles from './front-page.module.css';

const DeletionForm = ({ user }: { user: Session['user'] }) => {
  const [typed, setTyped] = useState('');
  const [differs, setDiffers] = useState(false);
  const perhapsDone = useRef(false);
  const email = typedEmail(typed);
  const deletion = useSubmission({
    send: () =>
      leave(user.id, {
        reason: 'account-deleted',
        first: async () => {
          try {
            await api(routeTable.access.deleteAccount, { body: { email } });
          } catch (error) {
            // An earlier try got through, though its answer was lost: nobody is there any more who could be signed in.
            if (perhapsDone.current && isFailure(error, 'signed_out')) return;
            perhapsDone.current ||= outcomeUnknown(error);
            throw error;
          }
        },
      }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isOther = email !== user.email;
    setDiffers(isOther);
    if (!isOther) deletion.submit();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <ul className={styles.consequences}>
        <li>
          {t(
            'Your profile and your sign-in at Guildhall are deleted, on every device. This cannot be undone.',
          )}
        </li>
        <li>
          {t('You leave your group. What you made there stays, under the name “{name}”.', {
            name: formerMember(),
          })}
        </li>
        <li>{t('If you sign in again later, you start with a new account, without another free trial.')}</li>
      </ul>
      <TextField
        label={t('Type “{text}” to confirm', { text: user.email })}
        error={differs ? t('This is not the e-mail address of your account.') : undefined}
        value={typed}
        inputMode="email"
        autoCapitalize="none"
        autoComplete="off"
        onChange={(text) => {
          setTyped(text);
          setDiffers(false);
        }}
      />
      {deletion.error && (
        <Notice kind="error" intoView>
          {t('Failed to delete your account.')} {explain(deletion.error)}
        </Notice>
      )}
      <PlainButton look="danger" large type="submit" busy={deletion.busy} busyText={t('Deleting...')}>
        {t('Delete my account')}
      </PlainButton>
    </form>
  );
};

/** Where a person deletes their account, be they in a group or not. */
const DeleteAccountPage = ({ session: { user, membership } }: { session: Session }) => (
  <FrontLayout>
    <div className={styles.narrow}>
      <PageHeading
        documentTitle={t('Delete your account')}
        subtitle={
          membership?.accountHolder
            ? t(
                'You are the account holder of {organization}. Before you can delete your account, transfer the group to another member or close it.',
                { organization: membership.organization.name },
              )
            : undefined
        }
      >
        {t('Delete your account')}
      </PageHeading>
      {membership?.accountHolder ? (
        <div className={styles.form}>
          <Link to={groupSettingsPath}>{t('Transfer the group to another member')}</Link>
          <Link to={settingsPath('account')}>{t('Close the group')}</Link>
        </div>
      ) : (
        <DeletionForm user={user} />
      )}
      <p className={styles.home}>
        <Link to={membership ? settingsPath('account') : paths.welcome}>{t('Keep my account')}</Link>
      </p>
    </div>
  </FrontLayout>
);

export default DeleteAccountPage;
