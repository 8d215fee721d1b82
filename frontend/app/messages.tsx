import { useEffect, useSyncExternalStore } from 'react';
import { lazyPart, useLazyPart } from '../ui/lazy-part.ts';
import { shownToasts, subscribeToToasts } from '../ui/toast-store.ts';

const toasts = lazyPart(() => import('../ui/toasts.tsx'));

/**
 * Shows messages, whose code comes right behind the first screen: none is shown before. What was said until then, or while it could
 * not be loaded, is shown when it is here.
 */
export const Messages = () => {
  const { Part, failed, retry } = useLazyPart(toasts);
  const messages = useSyncExternalStore(subscribeToToasts, shownToasts);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message is a reason to try again, and a failure is none.
  useEffect(() => {
    if (failed) retry();
  }, [messages]);
  return Part && <Part />;
};
