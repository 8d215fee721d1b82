import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { Failure } from './failure.ts';
import { endWithoutTokens, isSigningOut, pageEnd } from './page-identity.ts';
import { paths } from './paths.ts';

/** What a failure means for the whole screen, wherever it was met. */
const onFailure = (error: unknown): void => {
  if (!(error instanceof Failure)) return;
  // Who signs out is on the way to /login already, and needs no apology.
  if (error.code === 'signed_out' && location.pathname.startsWith(paths.dashboard) && !isSigningOut())
    endWithoutTokens();
  // The session knows whether to show /payment or /welcome.
  if (error.code === 'subscription.required' || error.code === 'membership.required')
    void queryClient.invalidateQueries({ queryKey: ['session'] });
};

/** Nobody looks at a skeleton for longer, in seconds: then they read what to do, and press. */
const longestWait = 10;

const worthRetrying = (error: unknown): boolean =>
  error instanceof Failure &&
  (error.status === 0 || error.status >= 500 || error.status === 429) &&
  (error.retryAfterSeconds ?? 0) <= longestWait;

/** As long as the server asks for; else one second, then two. */
const waitBeforeRetry = (failures: number, error: unknown): number =>
  1000 * Math.max(2 ** failures, error instanceof Failure ? (error.retryAfterSeconds ?? 0) : 0);

/** Only reads are retried by themselves; what changes something is repeated by the person, with the same key. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      // A visitor who was not signed in at all: the gate shows them the way, with nothing to apologise for.
      const firstLook = query.queryKey[0] === 'session' && query.state.data === undefined;
      if (!firstLook) onFailure(error);
    },
  }),
  mutationCache: new MutationCache({ onError: onFailure }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && worthRetrying(error),
      retryDelay: waitBeforeRetry,
      // An offline device gets its failure at once, in words, instead of a screen that loads for ever.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
});

// What was loaded for somebody is not kept for the next one.
pageEnd.addEventListener('abort', () => queryClient.clear());
