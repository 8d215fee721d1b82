import type { accessErrors, Goals, Organization, Session, Transfer } from '../../shared/access/contract.ts';
import { isGroupName } from '../../shared/access/rules.ts';
import type { MemberContext } from '../core/caller.ts';
import { auditStamp } from '../core/event-log.ts';
import { Failure } from '../core/failure.ts';
import { type Mailer, sendEach } from '../core/mail.ts';
import type { AccessStore } from './access-store.ts';
import { organizationOf, sessionOf } from './session.ts';
import { transferMails } from './transfer-letters.ts';

interface OrganizationDeps {
  store: AccessStore;
  mailer: Mailer;
  websiteUrl: string;
}

type Code = keyof typeof accessErrors;

/** @throws Failure `version.conflict` with the group as it is now */
export const changeOrganization = async (
  { store }: Pick<OrganizationDeps, 'store'>,
  { actor, now }: MemberContext,
  { version, ...change }: { version: number; name?: string; timeZone?: string; goals?: Goals },
): Promise<Organization> => {
  const outcome = await store.changeOrganization(
    actor.organizationId,
    version,
    change,
    auditStamp(actor.userId, now),
  );
  if ('changed' in outcome) return organizationOf(outcome.changed);
  if (!outcome.current) throw new Failure('not_found');
  throw new Failure('version.conflict', { current: organizationOf(outcome.current) });
};

/** Somebody may rename the group while it is handed over. */
const transferAttempts = 3;

/**
 * Hands the account to another member: they pay and manage from now on, the caller keeps the role that they choose. Both are
 * told by mail; a mail that fails changes nothing.
 * @throws Failure `transfer.name_differs` · `transfer.not_a_member` · `unavailable` while the group keeps changing
 */
export const transferOwnership = async (
  { store, mailer, websiteUrl }: OrganizationDeps,
  member: MemberContext,
  { userId: to, groupName, ownRole }: Transfer,
): Promise<Session> => {
  const { actor, userId, now } = member;
  const failure = (code: Code) => new Failure<Code>(code);
  for (let attempt = 0; attempt < transferAttempts; attempt += 1) {
    const [profile, heir, organization] = await Promise.all([
      store.profile(userId),
      store.profile(to),
      store.organization(actor.organizationId),
    ]);
    if (!profile || !organization) throw new Failure('not_found');
    if (!isGroupName(groupName, organization.name)) throw failure('transfer.name_differs');
    if (to === userId || heir?.organizationId !== organization.id) throw failure('transfer.not_a_member');
    const session = sessionOf(
      { ...profile, accountHolder: false, role: ownRole, grantedRole: ownRole },
      organization,
      now,
    );
    const outcome = await store.transferOwnership(
      organization,
      { from: userId, to, ownRole },
      member,
      session,
    );
    if (outcome === 'not a member') throw failure('transfer.not_a_member');
    if (outcome === 'changed') continue;
    if (!outcome.isReplay)
      await sendEach(
        mailer,
        transferMails({ group: organization, from: profile, to: heir, ownRole }, websiteUrl),
      );
    return outcome.answer;
  }
  throw new Failure('unavailable');
};
