import type { ReactNode } from 'react';
import { explain } from '../core/failure.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface LoadFailureProps {
  /** A query of TanStack's that has failed. */
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** What did not come, such as `Failed to load tasks.` */
  children: ReactNode;
}

/** Says what could not be loaded and why, and offers another try. */
export const LoadFailure = ({ query, children }: LoadFailureProps) => (
  <Notice
    kind="error"
    actions={
      <Button busy={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
    }
  >
    {children} {explain(query.error)}
  </Notice>
);
