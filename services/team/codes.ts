import { randomInt } from 'node:crypto';
import type { Page } from '../../shared/core/page.ts';
import type { InvitationCode, teamErrors } from '../../shared/team/contract.ts';
import type { MemberContext } from '../core/caller.ts';
import { auditStamp } from '../core/event-log.ts';
import { Failure } from '../core/failure.ts';
import type { CodeRecord, TeamStore } from './team-store.ts';

export interface CodeDeps {
  store: TeamStore;
  newId: (now: Date) => string;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Eight characters of A–Z and 0–9 from a secure source (PRODUCT §4). */
const newCodeText = (): string =>
  Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');

const shown = ({ organizationId: _, ...code }: CodeRecord): InvitationCode => code;

export const listCodes = async (
  { store }: CodeDeps,
  { actor }: MemberContext,
  query: { limit: number; cursor?: string },
): Promise<Page<InvitationCode>> => {
  const { items, nextCursor } = await store.codes(actor.organizationId, query);
  return { items: items.map(shown), nextCursor };
};

/** @throws Failure `code.too_many` */
export const createCode = async (
  { store, newId }: CodeDeps,
  member: MemberContext,
  input: { description: string; maxUses: number | null },
): Promise<InvitationCode> => {
  const { actor, now } = member;
  for (let attempt = 0; attempt < 5; attempt += 1) {
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
    const outcome = await store.createCode(code, member, shown(code));
    if (outcome === 'too many') throw new Failure<keyof typeof teamErrors>('code.too_many');
    if (outcome !== 'text taken') return outcome.answer;
  }
  throw new Failure('unavailable');
};

const codeOf = async ({ store }: CodeDeps, { actor }: MemberContext, codeId: string): Promise<CodeRecord> => {
  const code = await store.code(actor.organizationId, codeId);
  if (!code) throw new Failure('not_found');
  return code;
};

/** Does it to the code as it is now, again if somebody used it in the meantime. */
const untilSettled = async <T>(attempt: () => Promise<T | null>): Promise<T> => {
  for (let again = 0; again < 5; again += 1) {
    const settled = await attempt();
    if (settled !== null) return settled;
  }
  throw new Failure('unavailable');
};

/** Revokes a code; a revoked one stays revoked. @throws Failure `not_found` */
export const revokeCode = async (
  deps: CodeDeps,
  member: MemberContext,
  codeId: string,
): Promise<InvitationCode> => {
  const revoked = await untilSettled(async () => {
    const code = await codeOf(deps, member, codeId);
    if (!code.isActive) return { answer: shown(code) };
    const answer = shown({ ...code, isActive: false, version: code.version + 1 });
    return deps.store.revokeCode(code, member.actor.userId, member, answer);
  });
  return revoked.answer;
};

/** Deletes a code for good. @throws Failure `not_found` */
export const removeCode = async (
  deps: CodeDeps,
  member: MemberContext,
  codeId: string,
): Promise<undefined> => {
  const { actor, now, commit } = member;
  await untilSettled(async () => {
    const code = await codeOf(deps, member, codeId);
    return (await deps.store.removeCode(code, auditStamp(actor.userId, now), commit)) || null;
  });
};
