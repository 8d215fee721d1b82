import type { EndedGroup, Organization, Session } from '../../shared/access/contract.ts';
import { mayEnter, planAt } from '../../shared/access/rules.ts';
import type { OrganizationRecord, OrganizationSnapshot } from '../core/organization.ts';
import type { Profile } from './profile-store.ts';

/** An organization as its members see it. */
export const organizationOf = ({ id, name, timeZone, goals, version }: OrganizationRecord): Organization => ({
  id,
  name,
  timeZone,
  goals,
  version,
});

/** How a membership ended, as its person is told. @param nameOf what the organization called people */
const endedGroupOf = (
  { id, endedGroup }: Profile,
  nameOf: ((userId: string) => string) | undefined,
): EndedGroup | null =>
  endedGroup && {
    name: endedGroup.name,
    closedBy:
      endedGroup.closedBy === undefined
        ? null
        : { name: nameOf?.(endedGroup.closedBy) ?? '', isYou: endedGroup.closedBy === id },
  };

/**
 * A person, where they belong and what they may enter, at a moment.
 * @param nameOf what people are called, where it may have to be said who closed the organization
 */
export const sessionOf = (
  profile: Profile,
  organization: OrganizationSnapshot | undefined,
  now: Date,
  nameOf?: (userId: string) => string,
): Session => {
  const { id, email, name, currency, theme, accent, language } = profile;
  const { role, grantedRole, accountHolder, onboardingCompleted } = profile;
  const user = { id, email, name, currency, theme, accent, language };
  if (!organization || !role) return { user, membership: null, endedGroup: endedGroupOf(profile, nameOf) };
  const plan = planAt(organization, now);
  return {
    user,
    membership: {
      organization: organizationOf(organization),
      role,
      grantedRole: grantedRole ?? role,
      accountHolder,
      onboardingCompleted,
      plan,
      memberCount: organization.members,
      seq: organization.seq,
      mayEnter: mayEnter(accountHolder, plan),
    },
    endedGroup: null,
  };
};
