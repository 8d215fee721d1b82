import type { PlanFacts, Subscription } from '../../shared/access/rules.ts';
import { planFacts } from '../../shared/core/plan-facts.ts';
import { trialsPartition } from '../access/public.ts';
import { auditStamp } from '../core/event-log.ts';
import { absent } from '../core/expressions.ts';
import type { CommitContext, Committed } from '../core/idempotency.ts';
import { endMembership, membersPartition, organizationKey, profileKey } from '../core/membership.ts';
import { allRows, type Row, type Table, type Write, WriteRefused } from '../core/table.ts';
import { checkoutKey, eventKey } from './billing-keys.ts';

/** Of a group, what billing looks at. */
export interface BilledGroup extends PlanFacts {
  id: string;
  name: string;
  ownerId: string;
  timeZone: string;
  members: number;
  /** How often its subscription was written: a writer that read Stripe before another one wrote has to look again. */
  billingRevision: number;
  closedAt?: string;
}

/** Stripe repeats an event for three days at most; replays by hand reach back 30. */
const eventKeptDays = 40;

const groupIn = (row: Row | undefined): BilledGroup | undefined =>
  row && {
    ...(row as unknown as BilledGroup),
    billingRevision: (row.billingRevision as number | undefined) ?? 0,
  };

/** What becomes of a group's plan: the only code that knows how it lies in the table. */
export const billingStore = (table: Table) => ({
  async group(organizationId: string): Promise<BilledGroup | undefined> {
    return groupIn(await table.get(organizationKey(organizationId)));
  },

  async person(userId: string): Promise<Row | undefined> {
    return table.get(profileKey(userId));
  },

  /** Keeps the group's customer, the first one for good. Returns the one that is kept. */
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

  /** The checkout that the group opened last, if any. */
  async lastCheckout(organizationId: string): Promise<string | undefined> {
    return (await table.get(checkoutKey(organizationId)))?.sessionId as string | undefined;
  },

  /**
   * Keeps the checkout as the group's last one, in place of the one that was read before it was opened.
   * @returns null when another one was kept since
   */
  async keepCheckout<T>(
    organizationId: string,
    { id, replaces }: { id: string; replaces: string | undefined },
    { commit, now }: CommitContext,
    answer: T,
  ): Promise<Committed<T> | null> {
    const write: Write = {
      put: { ...checkoutKey(organizationId), sessionId: id, openedAt: now.toISOString() },
      condition:
        replaces === undefined ? absent : { text: 'sessionId = :read', values: { ':read': replaces } },
    };
    const outcome = await commit([write], answer);
    return outcome instanceof WriteRefused ? null : outcome;
  },

  /**
   * Writes what Stripe says of the group's subscription, together with the event that it is written for.
   * @returns `read again` when somebody wrote it since the group was read: what was read from Stripe may be older
   */
  async applySubscription(
    group: BilledGroup,
    subscription: Subscription | undefined,
    eventId: string | undefined,
    now: Date,
  ): Promise<'applied' | 'applied before' | 'read again'> {
    const values = {
      ':read': group.billingRevision,
      ':zero': 0,
      ':one': 1,
      ...(subscription && { ':subscription': subscription }),
      ':nobody': null,
      ':now': now.toISOString(),
    };
    const change: Write = {
      update: organizationKey(group.id),
      expression: {
        text: `SET billingRevision = if_not_exists(billingRevision, :zero) + :one, changedBy = :nobody, changedAt = :now${subscription ? ', subscription = :subscription' : ' REMOVE subscription'}`,
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
              put: { ...eventKey(eventId), organizationId: group.id, at: now.toISOString(), ttl },
              condition: absent,
            },
          ];
    try {
      await table.write(change, ...event);
      return 'applied';
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error;
      return error.at(1) ? 'applied before' : 'read again';
    }
  },

  /**
   * Ends every membership and closes the group, in one transaction that knows all members. Each of them, the one who closes
   * too, reads afterwards which group it was and who closed it.
   * @returns the members; null when somebody joined or left in the meantime
   */
  async close<T>(
    group: BilledGroup,
    closedBy: string,
    { commit, now }: CommitContext,
    answer: T,
  ): Promise<(Committed<T> & { members: readonly Row[] }) | null> {
    const { rows } = await table.query({
      index: 'gsi1',
      pk: membersPartition(group.id),
      limit: planFacts.largestGroup,
    });
    if (rows.length !== group.members) return null;
    const stamp = auditStamp(closedBy, now);
    const goes = (row: Row): [Write, Write] => {
      const userId = row.userId as string;
      return endMembership(
        { userId, organizationId: group.id, name: row.name as string },
        { text: 'organizationId = :organization', values: { ':organization': group.id } },
        { ...stamp, endedGroup: { id: group.id, name: group.name, closedBy } },
      );
    };
    const closes: Write = {
      update: organizationKey(group.id),
      expression: {
        // Joining asks for a group that is not closed: no code and no invitation leads into this one any more.
        text: 'SET closedAt = :now, changedAt = :now, changedBy = :holder, members = :none, pending = :none, seats = :none REMOVE gsi2pk',
        values: { ':now': now.toISOString(), ':none': 0, ':holder': closedBy },
      },
      condition: {
        text: 'members = :members AND ownerId = :holder AND attribute_not_exists(closedAt)',
        values: { ':members': group.members, ':holder': closedBy },
      },
    };
    const outcome = await commit([closes, ...rows.flatMap(goes)], answer);
    return outcome instanceof WriteRefused ? null : { ...outcome, members: rows };
  },

  /** Ids of groups whose trial ends in the hour of this moment. Only tells where to look: the index follows the table. */
  async trialsEndingIn(hour: Date): Promise<string[]> {
    const ids: string[] = [];
    const groups = allRows(table, { index: 'gsi2', pk: trialsPartition(hour) });
    for await (const { id } of groups) ids.push(id as string);
    return ids;
  },
});

export type BillingStore = ReturnType<typeof billingStore>;
