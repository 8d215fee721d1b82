import { type Change, changedFields, type MappedEvent, text } from '../core/change.ts';

/** The event that a change of a person's row is to the organization that they join, leave, or belong to. */
export const toMemberEvent = (change: Change): MappedEvent | null => {
  const { before, after } = change;
  const record = { id: text(after.userId), title: text(after.name) || text(after.email), changes: [] };
  const [was, is] = [before?.organizationId, after.organizationId];
  if (was === undefined && is === undefined) return null;
  if (was === undefined)
    return { ...record, type: after.accountHolder === true ? 'group.founded' : 'member.joined' };
  if (is === undefined)
    return { ...record, type: after.endedGroup === undefined ? 'member.left' : 'member.removed' };
  if (before?.accountHolder !== true && after.accountHolder === true)
    return { ...record, type: 'group.transferred' };
  const changes = changedFields(change, ['role', 'name', 'email']);
  if (changes.some(({ field }) => field === 'role')) {
    // The role that somebody chooses for themselves when they arrive is part of arriving.
    const chosen = before?.onboardingCompleted !== true && after.onboardingCompleted === true;
    return { ...record, changes, type: 'member.role_changed', ...(chosen && { quiet: true }) };
  }
  if (before?.signedOutAt !== after.signedOutAt) return { ...record, type: 'member.signed_out', quiet: true };
  return changes.length > 0 || before?.accountHolder !== after.accountHolder
    ? { ...record, changes, type: 'member.changed', quiet: true }
    : null;
};

/** The event that a change of an organization's row is. Its plan is the account holder's business: it is announced, never told. */
export const toGroupEvent = (change: Change): MappedEvent | null => {
  const { before, after } = change;
  if (!before) return null;
  const record = { id: text(after.id), title: text(after.name) };
  if (before.closedAt === undefined && after.closedAt !== undefined)
    return { ...record, type: 'group.closed', changes: [], quiet: true };
  const changes = changedFields(change, ['name', 'timeZone', 'goals']);
  if (changes.length > 0) return { ...record, type: 'group.changed', changes };
  return changedFields(change, ['subscription', 'trialEndsAt']).length > 0
    ? { ...record, type: 'group.plan_changed', changes: [], quiet: true }
    : null;
};
