import type { Goals } from '../../shared/access/contract.ts';
import type { PlanFacts } from '../../shared/access/rules.ts';
import { logEnd } from './event-log.ts';
import type { Key, Row, Table } from './table.ts';

/** The row of an organization: its name, its account holder, its plan, its seats. */
export const organizationKey = (organizationId: string): Key => ({
  pk: `ORG#${organizationId}`,
  sk: 'ORGANIZATION',
});

/** An organization as its row says. */
export interface OrganizationRecord extends PlanFacts {
  id: string;
  name: string;
  /** The account holder. */
  ownerId: string;
  timeZone: string;
  goals: Goals;
  createdAt: string;
  /** How many people belong to it. */
  members: number;
  /** Members and pending invitations together. */
  seats: number;
  version: number;
  /** How often its subscription was written: a writer that read Stripe before another one wrote has to look again. */
  billingRevision: number;
  closedAt?: string;
}

/** The one reading of an organization's row; what was never written has its default. */
export const toOrganization = (row: Row | undefined): OrganizationRecord | undefined =>
  row && {
    id: row.id as string,
    name: row.name as string,
    ownerId: row.ownerId as string,
    timeZone: row.timeZone as string,
    goals: (row.goals as Goals | undefined) ?? { revenue: null, projects: null },
    createdAt: row.createdAt as string,
    members: row.members as number,
    seats: row.seats as number,
    version: row.version as number,
    trialEndsAt: (row.trialEndsAt as string | undefined) ?? null,
    subscription: row.subscription as PlanFacts['subscription'],
    customerId: row.customerId as string | undefined,
    billingRevision: (row.billingRevision as number | undefined) ?? 0,
    closedAt: row.closedAt as string | undefined,
  };

/** "What is this organization?" */
export const readOrganization = async (
  table: Table,
  organizationId: string,
): Promise<OrganizationRecord | undefined> =>
  toOrganization(await table.get(organizationKey(organizationId)));

/** An organization, and where its event log ended when it was read. */
export type OrganizationSnapshot = OrganizationRecord & { seq: number };

/** Reads an organization. What is read after it holds all that its log has told up to there. */
export const organizationSnapshot = async (
  table: Table,
  organizationId: string,
): Promise<OrganizationSnapshot | undefined> => {
  const [organization, seq] = await Promise.all([
    readOrganization(table, organizationId),
    logEnd(table, organizationId),
  ]);
  return organization && { ...organization, seq };
};
