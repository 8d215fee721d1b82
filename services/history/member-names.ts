import { allRows, type Row, type Table, WriteRefused } from '../core/table.ts';
import { peoplePartition, recordPartition } from './history-keys.ts';

/** Fields of a member's events that say who they are. */
const personal: ReadonlySet<unknown> = new Set(['name', 'email']);

const withoutNames = (changes: unknown): unknown[] =>
  Array.isArray(changes) ? changes.filter(({ field }) => !personal.has(field)) : [];

/**
 * Takes names and e-mail addresses out of the events about a member, or about an invitation, in the log of an organization, and out
 * of the last event of whoever did it. What happened stays. Harmless when repeated.
 */
export const forgetNamesInLog = async (
  table: Table,
  organizationId: string,
  { entity, id }: { entity: 'member' | 'invitation'; id: string },
): Promise<void> => {
  const forget = async ({ pk, sk, seq, changes }: Row): Promise<void> => {
    try {
      await table.write({
        update: { pk, sk },
        expression: {
          text: 'SET title = :none, changes = :changes',
          values: { ':none': '', ':changes': withoutNames(changes) },
        },
        // It may have expired meanwhile, and the last event of somebody may be another one by now.
        condition: { text: 'seq = :seq', values: { ':seq': seq } },
      });
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error;
    }
  };

  const events = allRows(table, { index: 'gsi1', pk: recordPartition(organizationId, entity, id) });
  for await (const event of events) await forget(event);
  for await (const last of allRows(table, { pk: peoplePartition(organizationId) }))
    if (last.kind === entity && last.id === id) await forget(last);
};
