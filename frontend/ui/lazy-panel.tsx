import { t } from '../../shared/core/translate.ts';
import { type LazyPart, useLazyPart } from './lazy-part.ts';
import { Notice } from './notice.tsx';
import { PlainButton } from './plain-button.tsx';
import { SkeletonBar } from './skeleton.tsx';

interface LazyPanelProps<Props extends object> {
  part: LazyPart<Props>;
  /** What is said where it could not be loaded. */
  failure: string;
  /** What the part is given, if it takes anything. */
  given?: Props;
}

/** A part of a screen whose code is fetched when it is shown; where that fails, the rest of the screen stays in reach. */
export const LazyPanel = <Props extends object>({ part, failure, given }: LazyPanelProps<Props>) => {
  const { Part, failed, retry } = useLazyPart(part);
  if (Part) return <Part {...(given as Props)} />;
  if (!failed) return <SkeletonBar width="60%" />;
  return (
    <Notice kind="error" actions={<PlainButton onClick={retry}>{t('Try again')}</PlainButton>}>
      {failure}
    </Notice>
  );
};
