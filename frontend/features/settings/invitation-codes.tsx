import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Tag } from 'antd';
import { Copy, Eye, EyeOff, Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { readNumber } from '../../../shared/core/numbers.ts';
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
      toast({ kind: 'success', title: 'Invitation code created!' });
      void queryClient.invalidateQueries({ queryKey: codesKey });
    },
    onError: (error) =>
      toast(
        isFailure(error, 'membership.required')
          ? { kind: 'error', title: 'No organization found' }
          : { kind: 'error', title: 'Failed to create invitation code', detail: explain(error) },
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
          label="Description (optional)"
          value={description}
          longest={200}
          placeholder="Who is it for?"
          onChange={setDescription}
        />
        <NumberField
          label="Maximum uses (optional)"
          error={wrong ? `Enter a whole number from 1 to ${largestGroup}` : undefined}
          value={maximum}
          placeholder="Unlimited"
          onChange={setMaximum}
        />
      </div>
      <Button look="primary" icon={Plus} type="submit" busy={creating.busy} busyText="Creating...">
        Create code
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
      toast({ kind: 'success', title: 'Invitation code revoked' });
      // The button that was pressed goes away: the focus stays with the code.
      if (row.current?.contains(document.activeElement)) row.current.querySelector('button')?.focus();
      void queryClient.invalidateQueries({ queryKey: codesKey });
    },
    onError: (error) => toast({ kind: 'error', title: 'Failed to revoke code', detail: explain(error) }),
  });
  const copy = async (): Promise<void> => {
    if (!(await copyText(code.code, 'Code copied to clipboard!'))) setRevealed(true);
  };
  const subject = code.description || 'code without description';
  return (
    <li ref={row}>
      <span className={styles.grow}>
        <span translate="no" className={styles.code}>
          {revealed ? (
            code.code
          ) : (
            <>
              <span aria-hidden="true">{mask}</span>
              <span className="visually-hidden">Hidden code</span>
            </>
          )}
        </span>{' '}
        {!code.isActive && <Tag>Revoked</Tag>}
        <br />
        <span className={styles.small}>
          {`${code.description && `${code.description} · `}Used ${code.currentUses} / ${code.maxUses ?? '∞'}`}
        </span>
      </span>
      <span className={styles.row}>
        <IconButton
          icon={revealed ? EyeOff : Eye}
          label={`${revealed ? 'Hide' : 'Reveal'} ${subject}`}
          aria-pressed={revealed}
          onClick={() => setRevealed(!revealed)}
        />
        <Button
          icon={Copy}
          aria-label={`Copy ${subject}`}
          disabled={!code.isActive}
          onClick={() => void copy()}
        >
          Copy
        </Button>
        {code.isActive && (
          <Button
            aria-label={`Revoke ${subject}`}
            busy={revoking.busy}
            busyText="Revoking..."
            onClick={() => revoking.submit()}
          >
            Revoke
          </Button>
        )}
        <IconButton icon={Trash2} label={`Delete ${subject}`} onClick={onDelete} />
      </span>
    </li>
  );
};

const DeleteCode = ({ code, onClose }: { code: InvitationCode; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const deleting = useSubmission({
    send: () => unlessGone(api(routeTable.team.removeCode, { params: { codeId: code.id } })),
    onSuccess: () => {
      toast({ kind: 'success', title: 'Invitation code deleted' });
      void queryClient.invalidateQueries({ queryKey: codesKey });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Delete invitation code?"
      action="Delete"
      busyText="Deleting..."
      failure="Failed to delete code."
      submission={deleting}
      onClose={onClose}
    >
      This action cannot be undone. Members who already used this code will remain in your group.
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
      title="Invitation codes"
      text="Anybody who signs up with a code joins this group as a Team Member. Give codes only to people you know."
    >
      <NewCode />
      {codes.error && <LoadFailure query={codes}>Failed to load invitation codes.</LoadFailure>}
      {codes.isPending && <SkeletonBar width="60%" />}
      {codes.data && items.length === 0 && <p className={styles.soft}>No invitation codes yet.</p>}
      {items.length > 0 && (
        <ul className={`${styles.list} ${styles.line}`} aria-label="Invitation codes">
          {items.map((code) => (
            <CodeRow key={code.id} code={code} onDelete={() => setLeaving(code)} />
          ))}
        </ul>
      )}
      {codes.hasNextPage && (
        <div className={styles.row}>
          <Button busy={codes.isFetchingNextPage} onClick={() => void codes.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
      {leaving && <DeleteCode code={leaving} onClose={() => setLeaving(null)} />}
    </SettingsSection>
  );
};
