import { type Change, changedFields, type MappedEvent, text } from '../core/change.ts';

/** The event that a change of an e-mail invitation is. Accepting one is none: the member who joined is the event. */
export const toInvitationEvent = (change: Change): MappedEvent | null => {
  const { before, after } = change;
  const record = { id: text(after.id), title: text(after.email), changes: [] };
  if (after.removedAt !== undefined) return { ...record, type: 'invitation.withdrawn' };
  if (!before) return { ...record, type: 'invitation.sent' };
  if (before.holdsSeat === true && after.holdsSeat !== true)
    return { ...record, type: 'invitation.expired', quiet: true };
  if (before.sentAt !== undefined && after.sentAt === undefined)
    return { ...record, type: 'invitation.not_sent', quiet: true };
  const changes = changedFields(change, ['role']);
  if (changes.length > 0) return { ...record, changes, type: 'invitation.changed' };
  return changedFields(change, ['expiresAt', 'sentAt', 'holdsSeat']).length > 0
    ? { ...record, type: 'invitation.renewed', quiet: true }
    : null;
};

/** The event that a change of an invitation code is, without its text and its description: those are the account holder's business alone. */
export const toCodeEvent = (change: Change): MappedEvent | null => {
  const { before, after } = change;
  const record = { id: text(after.id), title: '', changes: [] };
  if (after.removedAt !== undefined) return { ...record, type: 'code.deleted' };
  if (!before) return { ...record, type: 'code.created' };
  if (before.isActive === true && after.isActive === false) return { ...record, type: 'code.revoked' };
  return before.currentUses === after.currentUses ? null : { ...record, type: 'code.used', quiet: true };
};
