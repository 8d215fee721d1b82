import type { Subscription } from '../../shared/access/rules.ts';
import { planFacts } from '../../shared/core/plan-facts.ts';
import { trialsPartition } from '../access/public.ts';
import { auditStamp } from '../core/event-log.ts';
import { absent } from '../core/expressions.ts';
import { type Once, writeOnce } from '../core/idempotency.ts';
import { membersPartition, profileKey } from '../core/membership.ts';
import { endMembership, isMemberOf } from '../core/membership-writes.ts';
import { type OrganizationRecord, organizationKey, readOrganization } from '../core/organization.ts';
import { allRows, type Row, type Table, type Write, WriteRefused } from '../core/table.ts';
import { refusalOf } from '../core/write-refusal.ts';
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
   * @returns false when another one was kept since
   * @throws AlreadyAnswered when this submission was carried out before
   */
  async keepCheckout(
    organizationId: string,
    { id, replaces }: { id: string; replaces: string | undefined },
    once: Once,
  ): Promise<boolean> {
    const write: Write = {
      put: { ...checkoutKey(organizationId), sessionId: id, openedAt: once.now.toISOString() },
      condition:
        replaces === undefined ? absent : { text: 'sessionId = :read', values: { ':read': replaces } },
    };
    const refusal = await refusalOf(() => writeOnce(table, once.submission, once.now, [write], once.answer));
    return refusal === null;
  },

  /** Keeps the answer to a submission whose effect is Stripe's. */
  async remember(once: Once): Promise<void> {
    await writeOnce(table, once.submission, once.now, [], once.answer);
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
  async close(
    organization: OrganizationRecord,
    closedBy: string,
    once: Once,
  ): Promise<readonly Row[] | 'changed'> {
    const { rows } = await table.query({
      index: 'gsi1',
      pk: membersPartition(organization.id),
      limit: planFacts.largestGroup,
    });
    if (rows.length !== organization.members) return 'changed';
    const stamp = auditStamp(closedBy, once.now);
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
        values: { ':now': once.now.toISOString(), ':none': 0, ':holder': closedBy },
      },
      condition: {
        text: 'members = :members AND ownerId = :holder AND attribute_not_exists(closedAt)',
        values: { ':members': organization.members, ':holder': closedBy },
      },
    };
    const refusal = await refusalOf(() =>
      writeOnce(table, once.submission, once.now, [closes, ...rows.flatMap(leaves)], once.answer),
    );
    return refusal ? 'changed' : rows;
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
