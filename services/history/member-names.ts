import { allRows, type Row, type Table, WriteRefused } from '../core/table.ts';
import { deedKey, personKey, recordPartition } from './history-keys.ts';

/** Fields of a member's events that say who they are. */
const personal: ReadonlySet<unknown> = new Set(['name', 'email']);

const withoutNames = (changes: unknown): unknown[] =>
  Array.isArray(changes) ? changes.filter(({ field }) => !personal.has(field)) : [];

/**
 * Takes names and addresses out of the events about a member, or about an invitation, in the log of a group: out of the events
 * themselves, and out of their copies with whoever did it. What happened stays. Harmless when repeated.
 */
export const forgetNamesInLog = async (
  table: Table,
  organizationId: string,
  { entity, id }: { entity: 'member' | 'invitation'; id: string },
): Promise<void> => {
  const forget = async ({
    pk,
    sk,
    changes,
  }: Pick<Row, 'pk' | 'sk'> & { changes?: unknown }): Promise<void> => {
    try {
      await table.write({
        update: { pk, sk },
        expression: {
          text: 'SET title = :none, changes = :changes',
          values: { ':none': '', ':changes': withoutNames(changes) },
        },
        condition: { text: 'attribute_exists(pk)' },
      });
    } catch (error) {
      // It has expired meanwhile, or never was.
      if (!(error instanceof WriteRefused)) throw error;
    }
  };

  const events = allRows(table, { index: 'gsi1', pk: recordPartition(organizationId, entity, id) });
  for await (const event of events) {
    await forget(event);
    if (typeof event.by !== 'string') continue;
    const { changes } = event;
    await forget({ ...deedKey(organizationId, event.by, event.seq as number), changes });
    const latest = await table.get(personKey(organizationId, event.by));
    if (latest?.kind === entity && latest.id === id) await forget({ ...latest, changes: [] });
  }
};
