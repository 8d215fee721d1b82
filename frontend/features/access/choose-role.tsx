import { type FormEvent, useState } from 'react';
import type { Membership, Session } from '../../../shared/access/contract.ts';
import { type Role, roleChoices, rolesUpTo } from '../../../shared/core/access.ts';
import { t } from '../../../shared/core/translate.ts';
import { api } from '../../core/api.ts';
import { explain } from '../../core/failure.ts';
import { routeTable } from '../../core/route-table.ts';
import { useSubmission } from '../../core/submission.ts';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './front-page.module.css';

interface ChooseRoleProps {
  membership: Membership;
  onChosen: (session: Session) => void;
}

/** An invited person chooses their role once: the granted one or one below it (PRODUCT §2). */
export const ChooseRole = ({ membership: { grantedRole }, onChosen }: ChooseRoleProps) => {
  const [role, setRole] = useState<Role | ''>(grantedRole);
  const choosing = useSubmission({
    send: (chosen: Role) => api(routeTable.access.completeOnboarding, { body: { role: chosen } }),
    onSuccess: onChosen,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (role !== '') choosing.submit(role);
  };
  const choices = rolesUpTo(grantedRole).map((one) => [one, roleChoices[one]]);
  return (
    <form onSubmit={submit} noValidate>
      <section className={styles.card} aria-labelledby="role-heading">
        <h2 id="role-heading">{t('Select Your Role')}</h2>
        <Field
          label={t('Role')}
          required
          error={role === '' ? t('Please select a role to continue') : undefined}
          hint={t('You can choose only once. Your account holder can change it later.')}
        >
          {(control) => (
            <Select<Role | ''>
              {...control}
              value={role}
              options={{ '': t('Select a role'), ...Object.fromEntries(choices) }}
              onChange={setRole}
            />
          )}
        </Field>
      </section>
      <div className={styles.form}>
        {choosing.error && (
          <Notice kind="error">
            {t('Something went wrong. Please try again.')} {explain(choosing.error)}
          </Notice>
        )}
        <PlainButton
          look="primary"
          large
          type="submit"
          disabled={role === ''}
          busy={choosing.busy}
          busyText={t('Setting up...')}
        >
          {t('Get Started')}
        </PlainButton>
      </div>
    </form>
  );
};
