import { Id } from '../../shared/core/ids.ts';
import type { Page } from '../../shared/core/page.ts';
import type { InvitationCode } from '../../shared/team/contract.ts';
import { maxInvitationCodes } from '../../shared/team/rules.ts';
import { readPage } from '../core/cursor.ts';
import { type AuditStamp, auditStamp, recorded, tombstone } from '../core/event-log.ts';
import { absent, inVersion, setting } from '../core/expressions.ts';
import type { Commit, CommitContext, Committed } from '../core/idempotency.ts';
import { organizationKey } from '../core/organization.ts';
import { type Row, type Table, type Write, WriteRefused } from '../core/table.ts';
import { codeKey, codesPartition, codeTextKey } from './team-keys.ts';

export interface CodeRecord extends InvitationCode {
  organizationId: string;
}

const toCode = (row: Row): CodeRecord => ({
  organizationId: row.organizationId as string,
  id: row.id as string,
  code: row.code as string,
  description: row.description as string,
  currentUses: row.currentUses as number,
  maxUses: (row.maxUses as number | undefined) ?? null,
  isActive: row.isActive as boolean,
  createdAt: row.createdAt as string,
  createdBy: row.createdBy as string,
  version: row.version as number,
});

/** Counts one live code less. */
const oneLiveCodeLess = (organizationId: string): Write => ({
  update: organizationKey(organizationId),
  expression: { text: 'ADD liveCodes :less', values: { ':less': -1 } },
  condition: { text: 'attribute_exists(pk)' },
});

/** Invitation codes: the only code that knows how they lie in the table. */
export const codeStore = (table: Table) => ({
  /** "Which code has this text?" */
  async byText(code: string): Promise<CodeRecord | undefined> {
    const pointer = await table.get(codeTextKey(code));
    const row =
      pointer && (await table.get(codeKey(pointer.organizationId as string, pointer.codeId as string)));
    return row && toCode(row);
  },

  /** "Which invitation codes has this organization?" Newest first. */
  async list(organizationId: string, query: { limit: number; cursor?: string }): Promise<Page<CodeRecord>> {
    const { rows, nextCursor } = await readPage(
      table,
      { pk: codesPartition(organizationId), sortKey: Id },
      query,
    );
    return { items: rows.map(toCode), nextCursor };
  },

  async get(organizationId: string, codeId: string): Promise<CodeRecord | undefined> {
    const row = await table.get(codeKey(organizationId, codeId));
    return row && toCode(row);
  },

  /** Makes a code; why not, when its text is taken or the organization has 50 live ones. */
  async create<T>(
    code: CodeRecord,
    { commit, now }: CommitContext,
    answer: T,
  ): Promise<Committed<T> | 'text taken' | 'too many'> {
    const writes: Write[] = [
      {
        put: { ...codeTextKey(code.code), organizationId: code.organizationId, codeId: code.id },
        condition: absent,
      },
      {
        put: {
          ...codeKey(code.organizationId, code.id),
          ...code,
          ...recorded('code', code.organizationId, auditStamp(code.createdBy, now)),
          maxUses: code.maxUses ?? undefined,
        },
        condition: absent,
      },
      {
        update: organizationKey(code.organizationId),
        expression: { text: 'ADD liveCodes :one', values: { ':one': 1 } },
        condition: {
          text: 'attribute_not_exists(liveCodes) OR liveCodes < :most',
          values: { ':most': maxInvitationCodes },
        },
      },
    ];
    const outcome = await commit(writes, answer);
    if (!(outcome instanceof WriteRefused)) return outcome;
    return outcome.first === 2 ? 'too many' : 'text taken';
  },

  /** Revokes a code if it is still as it was read; `changed` when it is not. */
  async revoke<T>(
    code: CodeRecord,
    by: string,
    { commit, now }: CommitContext,
    answer: T,
  ): Promise<Committed<T> | 'changed'> {
    const writes: Write[] = [
      {
        update: codeKey(code.organizationId, code.id),
        expression: setting({ isActive: false, version: code.version + 1, ...auditStamp(by, now) }),
        condition: inVersion(code.version),
      },
      oneLiveCodeLess(code.organizationId),
    ];
    const outcome = await commit(writes, answer);
    return outcome instanceof WriteRefused ? 'changed' : outcome;
  },

  /** Deletes a code if it is still as it was read; `changed` when it is not. */
  async remove(code: CodeRecord, stamp: AuditStamp, commit: Commit): Promise<Committed<null> | 'changed'> {
    const { organizationId, id, description } = code;
    const writes: Write[] = [
      { remove: codeKey(organizationId, id), condition: inVersion(code.version) },
      { remove: codeTextKey(code.code), condition: { text: 'attribute_exists(pk)' } },
      tombstone('code', { organizationId, id, description }, stamp),
      ...(code.isActive ? [oneLiveCodeLess(organizationId)] : []),
    ];
    const outcome = await commit(writes, null);
    return outcome instanceof WriteRefused ? 'changed' : outcome;
  },
});

export type CodeStore = ReturnType<typeof codeStore>;
