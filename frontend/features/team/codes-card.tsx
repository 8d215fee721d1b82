import { queryOptions, useQuery } from '@tanstack/react-query';
import { Copy, SlidersHorizontal } from 'lucide-react';
import { Link } from 'react-router-dom';
import { t, writtenNumber } from '../../../shared/core/translate.ts';
import type { InvitationCode } from '../../../shared/team/contract.ts';
import { api } from '../../core/api.ts';
import { groupSettingsPath } from '../../core/paths.ts';
import { routeTable } from '../../core/route-table.ts';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import styles from './codes-card.module.css';

/** S2 §9. */
const mostShown = 3;

/** The newest codes that can be used. Revoked ones stand between them, so that they may be some pages away. */
const activeCodesQuery = queryOptions({
  queryKey: ['invitation-codes', 'active'],
  queryFn: async ({ signal }): Promise<InvitationCode[]> => {
    const found: InvitationCode[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: InvitationCode[]; nextCursor: string | null } = await api(
        routeTable.team.listCodes,
        { query: { cursor: cursor ?? undefined }, signal },
      );
      found.push(...page.items.filter(({ isActive }) => isActive));
      cursor = page.nextCursor;
    } while (cursor !== null && found.length < mostShown);
    return found.slice(0, mostShown);
  },
});

const Usage = ({ code: { currentUses, maxUses } }: { code: InvitationCode }) =>
  maxUses === null ? (
    <>
      <span>{t('{count, plural, one {# use} other {# uses}}', { count: currentUses })}</span>{' '}
      <span aria-hidden="true">· ∞</span>
      <span className="visually-hidden">{t(', unlimited')}</span>
    </>
  ) : (
    <>
      {`${writtenNumber(currentUses)} / ${writtenNumber(maxUses)}`}
      <span className="visually-hidden"> {t('uses')}</span>
    </>
  );

/** The codes with which people join, at hand for copying (S2 §2.5); the account holder's alone. */
export const CodesCard = () => {
  const codes = useQuery(activeCodesQuery);
  return (
    <Card
      title={t('Invitation Codes')}
      action={
        <Link to={groupSettingsPath} className={styles.manage}>
          <Icon of={SlidersHorizontal} size={16} />
          {t('Manage Codes')}
        </Link>
      }
    >
      {codes.error && <LoadFailure query={codes}>{t('Failed to load invitation codes.')}</LoadFailure>}
      {codes.isPending && <SkeletonBar width="60%" />}
      {codes.data?.length === 0 && (
        <p className={styles.none}>
          {t(
            'No active codes. People who have a code can join by themselves, as Team Members. Create one under Manage Codes.',
          )}
        </p>
      )}
      {codes.data && codes.data.length > 0 && (
        <ul aria-label={t('Active invitation codes')} className={styles.codes}>
          {codes.data.map((code) => (
            <li key={code.id} className={styles.code}>
              <span className={styles.words}>
                <span translate="no" className={styles.text}>
                  {code.code}
                </span>
                <span className={styles.usage}>
                  <Usage code={code} />
                  {code.description && (
                    <>
                      {' · '}
                      <bdi>{code.description}</bdi>
                    </>
                  )}
                </span>
              </span>
              <IconButton
                icon={Copy}
                label={t('Copy code {code}', { code: code.code })}
                onClick={() => void copyText(code.code, t('Invitation code copied!'))}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
};
