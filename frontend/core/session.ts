import { queryOptions } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { Membership, Session } from '../../shared/access/contract.ts';
import { api } from './api.ts';
import { followProfile, markSaved } from './appearance.ts';
import { isFailure } from './failure.ts';
import { paths } from './paths.ts';
import { routeTable } from './route-table.ts';

/** The page looks as the profile says; a choice that the profile has not got yet is saved again. */
const showPerson = async (session: Session): Promise<Session> => {
  const unsaved = await followProfile(session.user);
  if (unsaved === null) return session;
  try {
    const saved = await api(routeTable.access.changeProfile, { body: unsaved });
    markSaved(session.user.id);
    return saved;
  } catch (error) {
    console.warn('The appearance could not be saved; the next visit tries again', error);
    return session;
  }
};

/** Reads the session; opens it when this is the first visit after signing in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session> => {
    try {
      return await showPerson(await api(routeTable.access.getSession, { signal }));
    } catch (error) {
      if (isFailure(error, 'session.not_open'))
        return showPerson(await api(routeTable.access.openSession, { signal }));
      throw error;
    }
  },
  staleTime: 5 * 60_000,
});

/** Opens the session right after signing in: the server learns name and e-mail anew. */
export const openSession = async (): Promise<Session> => showPerson(await api(routeTable.access.openSession));

/** Where a person belongs (S1 §4); `wanted` is the address they came for. */
export const placeOf = ({ membership }: Session, wanted: string | null): string => {
  if (membership && !membership.mayEnter) return paths.payment;
  if (!membership?.onboardingCompleted) return paths.welcome;
  return wanted ?? paths.tasks;
};

export interface Member {
  user: Session['user'];
  membership: Membership;
}

const MemberContext = createContext<Member | null>(null);
export const MemberProvider = MemberContext.Provider;

/** The person at the screen and their group. Only inside of the dashboard, which lets nobody else in. */
export const useMember = (): Member => {
  const member = use(MemberContext);
  if (!member) throw new Error('useMember is used outside of the dashboard.');
  return member;
};
