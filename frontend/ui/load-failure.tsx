import type { ReactNode } from 'react';
import { t } from '../../shared/core/translate.ts';
import { explain } from '../core/failure.ts';
import { Notice } from './notice.tsx';
import { PlainButton } from './plain-button.tsx';

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
      <PlainButton busy={query.isFetching} onClick={() => void query.refetch()}>
        {t('Try again')}
      </PlainButton>
    }
  >
    {children} {explain(query.error)}
  </Notice>
);
