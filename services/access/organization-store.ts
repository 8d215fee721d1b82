import type { Goals } from '../../shared/access/contract.ts';
import type { Role } from '../../shared/core/access.ts';
import { type AuditStamp, auditStamp } from '../core/event-log.ts';
import { allOf, inVersion, setting } from '../core/expressions.ts';
import type { CommitContext, Committed } from '../core/idempotency.ts';
import { profileKey } from '../core/membership.ts';
import { isMemberOf } from '../core/membership-writes.ts';
import { type OrganizationRecord, organizationKey, toOrganization } from '../core/organization.ts';
import { type Table, type Write, WriteRefused } from '../core/table.ts';
import { writeRow } from '../core/write-row.ts';

/** What is changed of an organization, and who holds its account. */
export const organizationStore = (table: Table) => ({
  /** Changes an organization, if it is still in that version; otherwise how it is now. */
  async change(
    organizationId: string,
    version: number,
    change: { name?: string; timeZone?: string; goals?: Goals },
    stamp: AuditStamp,
  ): Promise<{ changed: OrganizationRecord } | { current: OrganizationRecord | undefined }> {
    const { row, refusal } = await writeRow(table, {
      update: organizationKey(organizationId),
      expression: setting({ ...change, ...stamp, version: version + 1 }),
      condition: inVersion(version),
    });
    return refusal
      ? { current: toOrganization(refusal.rowAt(0)) }
      : { changed: toOrganization(row) as OrganizationRecord };
  },

  /**
   * Makes another member the account holder, and gives the previous one the role that they chose, in one transaction on the
   * organization as it was read. Why not: one of the two is not what they should be, or the organization has changed since.
   */
  async transferOwnership<T>(
    { id: organizationId, version }: Pick<OrganizationRecord, 'id' | 'version'>,
    { from, to, ownRole }: { from: string; to: string; ownRole: Role },
    { commit, now }: CommitContext,
    answer: T,
  ): Promise<Committed<T> | 'not a member' | 'changed'> {
    const stamp = auditStamp(from, now);
    const writes: Write[] = [
      {
        update: profileKey(from),
        expression: setting({ accountHolder: false, role: ownRole, grantedRole: ownRole, ...stamp }),
        condition: allOf(isMemberOf(organizationId), {
          text: 'accountHolder = :held',
          values: { ':held': true },
        }),
      },
      {
        update: profileKey(to),
        // Who pays manages the organization, so they get its highest role too.
        expression: setting({
          accountHolder: true,
          role: 'owner',
          grantedRole: 'owner',
          onboardingCompleted: true,
          ...stamp,
        }),
        condition: isMemberOf(organizationId),
      },
      {
        update: organizationKey(organizationId),
        expression: {
          text: 'SET ownerId = :to, #version = #version + :one',
          names: { '#version': 'version' },
          values: { ':to': to, ':one': 1 },
        },
        condition: allOf(inVersion(version), { text: 'ownerId = :from', values: { ':from': from } }),
      },
    ];
    const outcome = await commit(writes, answer);
    if (!(outcome instanceof WriteRefused)) return outcome;
    return outcome.first < 2 ? 'not a member' : 'changed';
  },
});

export type OrganizationStore = ReturnType<typeof organizationStore>;
