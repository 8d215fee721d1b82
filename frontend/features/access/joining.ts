import { queryOptions } from '@tanstack/react-query';
import type { Session } from '../../../shared/access/contract.ts';
import { t } from '../../../shared/core/translate.ts';
import { upperCaseAscii } from '../../../shared/core/typed-address.ts';
import { api } from '../../core/api.ts';
import { explain, Failure } from '../../core/failure.ts';
import { routeTable } from '../../core/route-table.ts';
import type { Redemption } from './arrival.ts';

/** S1 §8: the one text for a code that cannot be used, before the provider is even asked. */
export const invalidCode = (): string => t('Invalid invitation code. Please check and try again.');

/** As codes are written: without blanks around them, in upper case (S1 §5). */
export const codeAsTyped = (text: string): string => upperCaseAscii(text);

/**
 * Looks whether a code may be used, without using it.
 * @returns what to say when it may not, or null
 */
export const problemWithCode = async (code: string): Promise<string | null> => {
  try {
    const { isValid } = await api(routeTable.team.checkCode, { body: { code } });
    return isValid ? null : invalidCode();
  } catch (error) {
    if (error instanceof Failure && error.code === 'attempts.too_many') return error.message;
    return [invalidCode(), explain(error)].filter(Boolean).join(' ');
  }
};

/** What the link of an invitation's mail leads to; a failure `invitation.over` when it leads nowhere any more. */
export const openedInvitation = (link: string) =>
  queryOptions({
    queryKey: ['opened-invitation', link],
    queryFn: ({ signal }) => api(routeTable.team.openInvitation, { body: { link }, signal }),
    retry: false,
  });

/** What came of the invitations of somebody who has just signed in. */
export interface Joined {
  session: Session;
  /** Why they are not in the group that they meant to join; null when there is nothing to say. */
  problem: string | null;
}

const isRefusal = (error: unknown): error is Failure =>
  error instanceof Failure && error.status >= 400 && error.status < 500 && error.status !== 401;

const attempt = async (session: Session, join: () => Promise<Session>): Promise<Joined> => {
  try {
    return { session: await join(), problem: null };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { session, problem: error.errors[0]?.message ?? error.message };
  }
};

/**
 * Takes a person who has just signed in into their group: by the code of this flow, which wins (PRODUCT §4), else by their one
 * pending e-mail invitation. With several invitations they choose on /welcome. A member, too, redeems the code: only the server
 * knows whether this is how they became one, and its first answer was lost.
 * @throws Failure when the server could not be asked
 */
export const joinGroup = async (session: Session, redemption: Redemption | null): Promise<Joined> => {
  if (redemption) {
    const { code, submissionKey } = redemption;
    const joined = await attempt(session, () =>
      api(routeTable.team.joinByCode, { body: { code }, submissionKey }),
    );
    // What was answered first may be old by now.
    return session.membership ? { session, problem: joined.problem } : joined;
  }
  if (session.membership) return { session, problem: null };
  const { items } = await api(routeTable.team.listReceivedInvitations);
  const [only] = items;
  if (!only || items.length > 1) return { session, problem: null };
  return attempt(session, () => api(routeTable.team.joinByInvitation, { body: { invitationId: only.id } }));
};
