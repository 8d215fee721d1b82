import type { Subscription } from '../../shared/access/rules.ts';
import { planFacts } from '../../shared/core/plan-facts.ts';
import { trialsPartition } from '../access/public.ts';
import { auditStamp } from '../core/event-log.ts';
import { absent } from '../core/expressions.ts';
import type { CommitContext, Committed } from '../core/idempotency.ts';
import { membersPartition, profileKey } from '../core/membership.ts';
import { endMembership, isMemberOf } from '../core/membership-writes.ts';
import { type OrganizationRecord, organizationKey, readOrganization } from '../core/organization.ts';
import { allRows, type Row, type Table, type Write, WriteRefused } from '../core/table.ts';
import { checkoutKey, eventKey } from './billing-keys.ts';

/** Stripe repeats an event for three days at most; replays by hand reach back 30. */
const eventKeptDays = 40;

/** What becomes of an organization's plan: the only code that knows how it lies in the table. */
export const billingStore = (table: Table) => ({
  organization: (organizationId: string) => readOrganization(table, organizationId),

  async person(userId: string): Promise<Row | undefined> {
    return table.get(profileKey(userId));
  },

  /** Keeps the organization's customer, the first one for good. Returns the one that is kept. */
  async keepCustomer(organizationId: string, customerId: string): Promise<string> {
    try {
      await table.write({
        update: organizationKey(organizationId),
        expression: { text: 'SET customerId = :customer', values: { ':customer': customerId } },
        condition: { text: 'attribute_exists(pk) AND attribute_not_exists(customerId)' },
      });
      return customerId;
    } catch (error) {
      const kept = error instanceof WriteRefused ? error.rowAt(0)?.customerId : undefined;
      if (typeof kept === 'string') return kept;
      throw error;
    }
  },

  /** The checkout that the organization opened last, if any. */
  async lastCheckout(organizationId: string): Promise<string | undefined> {
    return (await table.get(checkoutKey(organizationId)))?.sessionId as string | undefined;
  },

  /**
   * Keeps the checkout as the organization's last one, in place of the one that was read before it was opened.
   * @returns `changed` when another one was kept since
   */
  async keepCheckout<T>(
    organizationId: string,
    { id, replaces }: { id: string; replaces: string | undefined },
    { commit, now }: CommitContext,
    answer: T,
  ): Promise<Committed<T> | 'changed'> {
    const write: Write = {
      put: { ...checkoutKey(organizationId), sessionId: id, openedAt: now.toISOString() },
      condition:
        replaces === undefined ? absent : { text: 'sessionId = :read', values: { ':read': replaces } },
    };
    const outcome = await commit([write], answer);
    return outcome instanceof WriteRefused ? 'changed' : outcome;
  },

  /**
   * Writes what Stripe says of the organization's subscription, together with the event that it is written for.
   * @returns `changed` when somebody wrote it since the organization was read: what was read from Stripe may be older
   */
  async applySubscription(
    organization: OrganizationRecord,
    subscription: Subscription | undefined,
    eventId: string | undefined,
    now: Date,
  ): Promise<'applied' | 'applied before' | 'changed'> {
    const values = {
      ':read': organization.billingRevision,
      ':zero': 0,
      ':one': 1,
      ...(subscription && { ':subscription': subscription }),
      ':noPerson': null,
      ':now': now.toISOString(),
    };
    const change: Write = {
      update: organizationKey(organization.id),
      expression: {
        text: `SET billingRevision = if_not_exists(billingRevision, :zero) + :one, changedBy = :noPerson, changedAt = :now${subscription ? ', subscription = :subscription' : ' REMOVE subscription'}`,
        values,
      },
      condition: {
        text: 'attribute_exists(pk) AND (billingRevision = :read OR (attribute_not_exists(billingRevision) AND :read = :zero))',
      },
    };
    const ttl = Math.floor(now.getTime() / 1000) + eventKeptDays * 86_400;
    const event: Write[] =
      eventId === undefined
        ? []
        : [
            {
              put: { ...eventKey(eventId), organizationId: organization.id, at: now.toISOString(), ttl },
              condition: absent,
            },
          ];
    try {
      await table.write(change, ...event);
      return 'applied';
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error;
      // Both may refuse: an event that was applied has written the organization too.
      return error.at(1) ? 'applied before' : 'changed';
    }
  },

  /**
   * Ends every membership and closes the organization, in one transaction that knows all members. Each of them, the one who closes
   * too, reads afterwards which organization it was and who closed it.
   * @returns the members; `changed` when somebody joined or left in the meantime
   */
  async close<T>(
    organization: OrganizationRecord,
    closedBy: string,
    { commit, now }: CommitContext,
    answer: T,
  ): Promise<(Committed<T> & { members: readonly Row[] }) | 'changed'> {
    const { rows } = await table.query({
      index: 'gsi1',
      pk: membersPartition(organization.id),
      limit: planFacts.largestGroup,
    });
    if (rows.length !== organization.members) return 'changed';
    const stamp = auditStamp(closedBy, now);
    const leaves = (row: Row): [Write, Write] => {
      const userId = row.userId as string;
      return endMembership(
        { userId, organizationId: organization.id, name: row.name as string },
        isMemberOf(organization.id),
        { ...stamp, endedGroup: { id: organization.id, name: organization.name, closedBy } },
      );
    };
    const closes: Write = {
      update: organizationKey(organization.id),
      expression: {
        // Joining asks for an organization that is not closed: no code and no invitation leads into this one any more.
        text: 'SET closedAt = :now, changedAt = :now, changedBy = :holder, members = :none, pending = :none, seats = :none REMOVE gsi2pk',
        values: { ':now': now.toISOString(), ':none': 0, ':holder': closedBy },
      },
      condition: {
        text: 'members = :members AND ownerId = :holder AND attribute_not_exists(closedAt)',
        values: { ':members': organization.members, ':holder': closedBy },
      },
    };
    const outcome = await commit([closes, ...rows.flatMap(leaves)], answer);
    return outcome instanceof WriteRefused ? 'changed' : { ...outcome, members: rows };
  },

  /** Ids of organizations whose trial ends in the hour of this moment. Only tells where to look: the index follows the table. */
  async trialsEndingIn(hour: Date): Promise<string[]> {
    const ids: string[] = [];
    const organizations = allRows(table, { index: 'gsi2', pk: trialsPartition(hour) });
    for await (const { id } of organizations) ids.push(id as string);
    return ids;
  },
});

export type BillingStore = ReturnType<typeof billingStore>;
