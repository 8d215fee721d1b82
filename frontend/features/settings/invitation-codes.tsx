import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Tag } from 'antd';
import { Copy, Eye, EyeOff, Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { readNumber } from '../../../shared/core/numbers.ts';
import { t, writtenNumber } from '../../../shared/core/translate.ts';
import type { InvitationCode } from '../../../shared/team/contract.ts';
import { largestGroup } from '../../../shared/team/rules.ts';
import { api } from '../../core/api.ts';
import { explain, isFailure, unlessGone } from '../../core/failure.ts';
import { routeTable } from '../../core/route-table.ts';
import { useSubmission } from '../../core/submission.ts';
import { useUnsavedChanges } from '../../core/unsaved-changes.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { useFocusFallback } from '../../ui/focus-fallback.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';

const codesKey = ['invitation-codes'];
const mask = '•'.repeat(8);

const NewCode = () => {
  const queryClient = useQueryClient();
  const [description, setDescription] = useState('');
  const [maximum, setMaximum] = useState('');
  const [wrong, setWrong] = useState(false);
  const uses = maximum.trim() === '' ? null : Number(readNumber(maximum, { decimals: 0 }) ?? Number.NaN);
  const creating = useSubmission({
    stays: true,
    send: () =>
      api(routeTable.team.createCode, {
        body: { description: description.trim(), maxUses: uses },
      }),
    onSuccess: () => {
      setDescription('');
      setMaximum('');
      toast({ kind: 'success', title: t('Invitation code created!') });
      void queryClient.invalidateQueries({ queryKey: codesKey });
    },
    onError: (error) =>
      toast(
        isFailure(error, 'membership.required')
          ? { kind: 'error', title: t('No organization found') }
          : { kind: 'error', title: t('Failed to create invitation code'), detail: explain(error) },
      ),
  });
  useUnsavedChanges(!creating.busy && (description + maximum).trim() !== '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isWrong = uses !== null && !(uses >= 1 && uses <= largestGroup);
    setWrong(isWrong);
    if (!isWrong) creating.submit();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.pair}>
        <TextField
          label={t('Description (optional)')}
          value={description}
          longest={200}
          placeholder={t('Who is it for?')}
          onChange={setDescription}
        />
        <NumberField
          label={t('Maximum uses (optional)')}
          error={
            wrong ? t('Enter a whole number from 1 to {most, number}', { most: largestGroup }) : undefined
          }
          value={maximum}
          placeholder={t('Unlimited')}
          onChange={setMaximum}
        />
      </div>
      <Button look="primary" icon={Plus} type="submit" busy={creating.busy} busyText={t('Creating...')}>
        {t('Create code')}
      </Button>
    </form>
  );
};

const CodeRow = ({ code, onDelete }: { code: InvitationCode; onDelete: () => void }) => {
  const queryClient = useQueryClient();
  const [revealed, setRevealed] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  useFocusFallback(row);
  const revoking = useSubmission({
    send: () => api(routeTable.team.revokeCode, { params: { codeId: code.id } }),
    onSuccess: () => {
      toast({ kind: 'success', title: t('Invitation code revoked') });
      // The button that was pressed goes away: the focus stays with the code.
      if (row.current?.contains(document.activeElement)) row.current.querySelector('button')?.focus();
      void queryClient.invalidateQueries({ queryKey: codesKey });
    },
    onError: (error) => toast({ kind: 'error', title: t('Failed to revoke code'), detail: explain(error) }),
  });
  const copy = async (): Promise<void> => {
    if (!(await copyText(code.code, t('Code copied to clipboard!')))) setRevealed(true);
  };
  const subject = code.description || t('code without description');
  return (
    <li ref={row}>
      <span className={styles.grow}>
        <span translate="no" className={styles.code}>
          {revealed ? (
            code.code
          ) : (
            <>
              <span aria-hidden="true">{mask}</span>
              <span className="visually-hidden">{t('Hidden code')}</span>
            </>
          )}
        </span>{' '}
        {!code.isActive && <Tag>{t('Revoked')}</Tag>}
        <br />
        <span className={styles.small}>
          {[
            code.description,
            t('Used {used, number} / {most}', {
              used: code.currentUses,
              most: code.maxUses === null ? '∞' : writtenNumber(code.maxUses),
            }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span className={styles.row}>
        <IconButton
          icon={revealed ? EyeOff : Eye}
          label={t(revealed ? 'Hide {subject}' : 'Reveal {subject}', { subject })}
          aria-pressed={revealed}
          onClick={() => setRevealed(!revealed)}
        />
        <Button
          icon={Copy}
          aria-label={t('Copy {subject}', { subject })}
          disabled={!code.isActive}
          onClick={() => void copy()}
        >
          {t('Copy')}
        </Button>
        {code.isActive && (
          <Button
            aria-label={t('Revoke {subject}', { subject })}
            busy={revoking.busy}
            busyText={t('Revoking...')}
            onClick={() => revoking.submit()}
          >
            {t('Revoke')}
          </Button>
        )}
        <IconButton icon={Trash2} label={t('Delete {subject}', { subject })} onClick={onDelete} />
      </span>
    </li>
  );
};

const DeleteCode = ({ code, onClose }: { code: InvitationCode; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const deleting = useSubmission({
    send: () => unlessGone(api(routeTable.team.removeCode, { params: { codeId: code.id } })),
    onSuccess: () => {
      toast({ kind: 'success', title: t('Invitation code deleted') });
      void queryClient.invalidateQueries({ queryKey: codesKey });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('Delete invitation code?')}
      action={t('Delete')}
      busyText={t('Deleting...')}
      failure={t('Failed to delete code.')}
      submission={deleting}
      onClose={onClose}
    >
      {t('This action cannot be undone. Members who already used this code will remain in your group.')}
    </ConfirmDialog>
  );
};

/** Invitation codes of the group (S1 §2): masked until revealed one by one. */
export const InvitationCodes = () => {
  const [leaving, setLeaving] = useState<InvitationCode | null>(null);
  const codes = useInfiniteQuery({
    queryKey: codesKey,
    queryFn: ({ pageParam, signal }) =>
      api(routeTable.team.listCodes, { query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const items = codes.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <SettingsSection
      look="framed"
      title={t('Invitation codes')}
      text={t(
        'Anybody who signs up with a code joins this group as a Team Member. Give codes only to people you know.',
      )}
    >
      <NewCode />
      {codes.error && <LoadFailure query={codes}>{t('Failed to load invitation codes.')}</LoadFailure>}
      {codes.isPending && <SkeletonBar width="60%" />}
      {codes.data && items.length === 0 && <p className={styles.soft}>{t('No invitation codes yet.')}</p>}
      {items.length > 0 && (
        <ul className={`${styles.list} ${styles.line}`} aria-label={t('Invitation codes')}>
          {items.map((code) => (
            <CodeRow key={code.id} code={code} onDelete={() => setLeaving(code)} />
          ))}
        </ul>
      )}
      {codes.hasNextPage && (
        <div className={styles.row}>
          <Button busy={codes.isFetchingNextPage} onClick={() => void codes.fetchNextPage()}>
            {t('Show more')}
          </Button>
        </div>
      )}
      {leaving && <DeleteCode code={leaving} onClose={() => setLeaving(null)} />}
    </SettingsSection>
  );
};
