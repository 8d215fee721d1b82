import { randomInt } from 'node:crypto';
import type { Page } from '../../shared/core/page.ts';
import type { InvitationCode, teamErrors } from '../../shared/team/contract.ts';
import type { MemberContext } from '../core/caller.ts';
import { auditStamp } from '../core/event-log.ts';
import { Failure } from '../core/failure.ts';
import { retryWhenChanged } from '../core/retry-when-changed.ts';
import type { CodeRecord, CodeStore } from './code-store.ts';

export interface CodeDeps {
  codes: CodeStore;
  newId: (now: Date) => string;
}

const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Eight characters of A–Z and 0–9 from a secure source (PRODUCT §4). */
const newCodeText = (): string =>
  Array.from({ length: 8 }, () => characters[randomInt(characters.length)]).join('');

const shown = ({ organizationId: _, ...code }: CodeRecord): InvitationCode => code;

export const listCodes = async (
  { codes }: CodeDeps,
  { actor }: MemberContext,
  query: { limit: number; cursor?: string },
): Promise<Page<InvitationCode>> => {
  const { items, nextCursor } = await codes.list(actor.organizationId, query);
  return { items: items.map(shown), nextCursor };
};

/** @throws Failure `code.too_many` */
export const createCode = (
  { codes, newId }: CodeDeps,
  member: MemberContext,
  input: { description: string; maxUses: number | null },
): Promise<InvitationCode> =>
  retryWhenChanged(async () => {
    const { actor, now } = member;
    const code: CodeRecord = {
      ...input,
      organizationId: actor.organizationId,
      id: newId(now),
      code: newCodeText(),
      currentUses: 0,
      isActive: true,
      createdAt: now.toISOString(),
      createdBy: actor.userId,
      version: 1,
    };
    const outcome = await codes.create(code, member, shown(code));
    if (outcome === 'too many') throw new Failure<keyof typeof teamErrors>('code.too_many');
    return outcome === 'text taken' ? 'changed' : outcome.answer;
  });

const codeOf = async ({ codes }: CodeDeps, { actor }: MemberContext, codeId: string): Promise<CodeRecord> => {
  const code = await codes.get(actor.organizationId, codeId);
  if (!code) throw new Failure('not_found');
  return code;
};

/** Revokes a code, even if somebody uses it meanwhile; a revoked one stays revoked. @throws Failure `not_found` */
export const revokeCode = (deps: CodeDeps, member: MemberContext, codeId: string): Promise<InvitationCode> =>
  retryWhenChanged(async () => {
    const code = await codeOf(deps, member, codeId);
    if (!code.isActive) return shown(code);
    const revoked = shown({ ...code, isActive: false, version: code.version + 1 });
    const outcome = await deps.codes.revoke(code, member.actor.userId, member, revoked);
    return outcome === 'changed' ? outcome : outcome.answer;
  });

/** Deletes a code for good, even if somebody uses it meanwhile. @throws Failure `not_found` */
export const removeCode = async (
  deps: CodeDeps,
  member: MemberContext,
  codeId: string,
): Promise<undefined> => {
  const { actor, now, commit } = member;
  const stamp = auditStamp(actor.userId, now);
  await retryWhenChanged(async () => deps.codes.remove(await codeOf(deps, member, codeId), stamp, commit));
};
