import { t } from '../../shared/core/translate.ts';
import { Button } from './button.tsx';
import { LoadFailure } from './load-failure.tsx';

/** What of a list that comes page by page its end depends on; a query of TanStack's has it. */
interface PagedList {
  data: unknown;
  error: unknown;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  hasNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

interface PageEndProps {
  list: PagedList;
  /** What is said when a page does not come, such as `Failed to load the history.` */
  failure: string;
  more: string;
  className?: string | undefined;
}

/** The end of a list: its next page, or why that has not come and another try. */
export const PageEnd = ({ list, failure, more, className }: PageEndProps) => {
  if (list.error)
    return (
      <LoadFailure
        query={{
          error: list.error,
          isFetching: list.isFetching,
          refetch: list.data ? list.fetchNextPage : list.refetch,
        }}
      >
        {failure}
      </LoadFailure>
    );
  if (!list.hasNextPage) return null;
  return (
    <Button
      className={className}
      busy={list.isFetchingNextPage}
      busyText={t('Loading...')}
      onClick={() => void list.fetchNextPage()}
    >
      {more}
    </Button>
  );
};
