import type { Organization, Session } from '../../shared/access/contract.ts';
import { mayEnter, planAt } from '../../shared/access/rules.ts';
import type { GroupNow, OrganizationRecord, Profile } from './access-store.ts';

/** A group as its members see it. */
export const organizationOf = ({ id, name, timeZone, goals, version }: OrganizationRecord): Organization => ({
  id,
  name,
  timeZone,
  goals,
  version,
});

/** A person, where they belong and what they may enter, at a moment. */
export const sessionOf = (profile: Profile, organization: GroupNow | undefined, now: Date): Session => {
  const { id, email, name, currency, theme, accent, role, grantedRole, accountHolder, onboardingCompleted } =
    profile;
  const user = { id, email, name, currency, theme, accent };
  if (!organization || !role) return { user, membership: null, removedFrom: profile.removedFrom };
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
      seq: organization.seq,
      mayEnter: mayEnter(accountHolder, plan),
    },
    removedFrom: null,
  };
};
