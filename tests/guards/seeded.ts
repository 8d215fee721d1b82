import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ulid } from 'ulid';
import { inject } from 'vitest';
import { openTable } from '../../services/core/dynamodb-table.ts';
import { memberIndexKey, profileKey } from '../../services/core/membership.ts';
import { organizationKey } from '../../services/core/organization.ts';
import type { Key, Row, Table } from '../../services/core/table.ts';

/** The moment at which every request of these tests arrives. */
export const now = new Date('2026-04-01T12:00:15.000Z');
export const seconds = Math.floor(now.getTime() / 1000);
/** When everybody here has signed in. */
export const authTime = seconds - 60;
export const tomorrow = '2026-04-02T12:00:15.000Z';
export const yesterday = '2026-03-31T12:00:15.000Z';

const { endpoint, tableName } = inject('engine');

/** The real table, which no policy and no function stands before. */
export const table: Table = openTable(
  tableName,
  new DynamoDBClient({
    endpoint,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  }),
);

export const put = (row: Row) => table.write({ put: row });
export const rowAt = (key: Key) => table.get(key);

/** Sets, or with `undefined` removes, columns of a row that is there. */
export const alter = async (key: Key, columns: Record<string, unknown>): Promise<void> => {
  const row = { ...((await table.get(key)) as Row), ...columns };
  await put(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Row);
};

export const seedOrganization = async (columns: Record<string, unknown> = {}): Promise<string> => {
  const id = ulid();
  const row = {
    ...organizationKey(id),
    id,
    name: 'Signs & Sons',
    ownerId: `owner-of-${id}`,
    timeZone: 'Europe/Zurich',
    createdAt: yesterday,
    members: 1,
    seats: 1,
    version: 1,
    trialEndsAt: tomorrow,
    ...columns,
  };
  await put(row);
  return id;
};

/** A person's row: of a member, unless the columns say otherwise. */
export const seedPerson = async (
  organizationId: string | undefined,
  columns: Record<string, unknown> = {},
): Promise<string> => {
  const userId = `person-${ulid()}`;
  const row = {
    ...profileKey(userId),
    userId,
    name: 'Mia Member',
    email: `${userId}@example.com`,
    ...(organizationId && { organizationId, role: 'member', ...memberIndexKey(organizationId) }),
    ...columns,
  };
  await put(row);
  return userId;
};

/** The table, with some of its ways replaced: to count, to delay, or to fail as DynamoDB does. */
export const tableWith = (replaced: Partial<Table>): Table => ({ ...table, ...replaced });

/** What refused, by its code. */
export const codeOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return (error as { code?: unknown }).code ?? error;
  }
  return 'nothing refused it';
};
