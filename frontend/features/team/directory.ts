import { type Role, roleLabels } from '../../../shared/core/access.ts';
import { containsAll } from '../../../shared/core/folding.ts';
import { labels, t } from '../../../shared/core/translate.ts';
import { piecesOf } from '../../../shared/core/words.ts';
import type { Invitation, Member } from '../../../shared/team/contract.ts';

/** A line of the directory: who is a member, or may become one. */
export type Entry = { key: string; name: string; email: string; role: Role } & (
  | { member: Member; invitation?: never }
  | { invitation: Invitation; member?: never }
);

/** An expired invitation holds no seat, and is nobody's who is counted. */
export type EntryStatus = 'active' | 'pending' | 'expired';

export const statusLabels = labels<EntryStatus>({
  active: () => t('Active'),
  pending: () => t('invitation|Pending'),
  expired: () => t('Expired'),
});

/** Which of them are shown; all of it stands in the address. */
export interface DirectoryFilters {
  /** Trimmed; empty when nothing is searched for. */
  search: string;
  role?: Role | undefined;
  status?: EntryStatus | undefined;
}

/** Members in the order in which they joined, then invitations, newest first. */
export const entriesOf = (members: readonly Member[], invitations: readonly Invitation[]): Entry[] => [
  ...members.map((member) => ({
    key: member.userId,
    name: member.name,
    email: member.email,
    role: member.role,
    member,
  })),
  ...invitations.map((invitation) => ({
    key: invitation.id,
    name: '',
    email: invitation.email,
    role: invitation.role,
    invitation,
  })),
];

/** Whether an entry fits role and search: name or e-mail contains each piece of it (S2 §2.5). */
export const fits = ({ name, email, role }: Entry, filters: Omit<DirectoryFilters, 'status'>): boolean =>
  (!filters.role || role === filters.role) && containsAll(piecesOf(filters.search), name, email);

export const statusOf = ({ invitation }: Entry): EntryStatus => {
  if (!invitation) return 'active';
  return invitation.status === 'expired' ? 'expired' : 'pending';
};

/** Owners first, as the filter lists them (S2 §2.5). */
export const roleFilters = labels<Role>({
  owner: () => roleLabels.owner,
  admin: () => roleLabels.admin,
  member: () => roleLabels.member,
});

/** What to call somebody who may have no name. */
export const titleOf = ({ name, email }: Pick<Entry, 'name' | 'email'>): string => name || email;
