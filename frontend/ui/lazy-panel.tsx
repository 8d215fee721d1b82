import { type LazyPart, useLazyPart } from './lazy-part.ts';
import { Notice } from './notice.tsx';
import { PlainButton } from './plain-button.tsx';
import { SkeletonBar } from './skeleton.tsx';

interface LazyPanelProps<Props extends object> {
  part: LazyPart<Props>;
  /** What could not be loaded: `These settings`. */
  what: string;
  /** What the part is given, if it takes anything. */
  given?: Props;
}

/** A part of a screen whose code is fetched when it is shown; where that fails, the rest of the screen stays in reach. */
export const LazyPanel = <Props extends object>({ part, what, given }: LazyPanelProps<Props>) => {
  const { Part, failed, retry } = useLazyPart(part);
  if (Part) return <Part {...(given as Props)} />;
  if (!failed) return <SkeletonBar width="60%" />;
  return (
    <Notice kind="error" actions={<PlainButton onClick={retry}>Try again</PlainButton>}>
      {what} could not be loaded. Check your connection and try again.
    </Notice>
  );
};
