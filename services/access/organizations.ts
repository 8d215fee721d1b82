import type { accessErrors, Goals, Organization, Session, Transfer } from '../../shared/access/contract.ts';
import { isGroupName } from '../../shared/access/rules.ts';
import type { MemberContext } from '../core/caller.ts';
import { auditStamp } from '../core/event-log.ts';
import { Failure } from '../core/failure.ts';
import { type Mailer, sendEach } from '../core/mail.ts';
import { organizationSnapshot } from '../core/organization.ts';
import { retryWhenChanged } from '../core/retry-when-changed.ts';
import type { Table } from '../core/table.ts';
import type { OrganizationStore } from './organization-store.ts';
import { readProfile } from './profile-store.ts';
import { organizationOf, sessionOf } from './session.ts';
import { transferMails } from './transfer-emails.ts';

interface OrganizationDeps {
  table: Table;
  organizations: OrganizationStore;
  mailer: Mailer;
  websiteUrl: string;
}

type Code = keyof typeof accessErrors;

/** @throws Failure `version.conflict` with the organization as it is now */
export const changeOrganization = async (
  { organizations }: Pick<OrganizationDeps, 'organizations'>,
  { actor, now }: MemberContext,
  { version, ...change }: { version: number; name?: string; timeZone?: string; goals?: Goals },
): Promise<Organization> => {
  const outcome = await organizations.change(
    actor.organizationId,
    version,
    change,
    auditStamp(actor.userId, now),
  );
  if ('changed' in outcome) return organizationOf(outcome.changed);
  if (!outcome.current) throw new Failure('not_found');
  throw new Failure('version.conflict', { current: organizationOf(outcome.current) });
};

/**
 * Hands the account to another member: they pay and manage from now on, the caller keeps the role that they choose. Both are
 * told by mail; a mail that fails changes nothing.
 * @throws Failure `transfer.name_differs` · `transfer.not_a_member` · `unavailable` while the organization keeps changing
 */
export const transferOwnership = (
  { table, organizations, mailer, websiteUrl }: OrganizationDeps,
  member: MemberContext,
  { userId: to, groupName, ownRole }: Transfer,
): Promise<Session> => {
  const { actor, userId, now } = member;
  const failure = (code: Code) => new Failure<Code>(code);
  // Somebody may rename the organization while it is handed over.
  return retryWhenChanged(async () => {
    const [profile, newAccountHolder, organization] = await Promise.all([
      readProfile(table, userId),
      readProfile(table, to),
      organizationSnapshot(table, actor.organizationId),
    ]);
    if (!profile || !organization) throw new Failure('not_found');
    if (!isGroupName(groupName, organization.name)) throw failure('transfer.name_differs');
    if (to === userId || newAccountHolder?.organizationId !== organization.id)
      throw failure('transfer.not_a_member');
    const session = sessionOf(
      { ...profile, accountHolder: false, role: ownRole, grantedRole: ownRole },
      organization,
      now,
    );
    const outcome = await organizations.transferOwnership(
      organization,
      { from: userId, to, ownRole },
      member,
      session,
    );
    if (outcome === 'not a member') throw failure('transfer.not_a_member');
    if (outcome === 'changed') return outcome;
    if (!outcome.isReplay)
      await sendEach(
        mailer,
        transferMails({ organization, from: profile, to: newAccountHolder, ownRole }, websiteUrl),
      );
    return outcome.answer;
  });
};
