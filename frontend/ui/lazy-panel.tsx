import { t } from '../../shared/core/translate.ts';
import { Button } from './button.tsx';
import { type LazyPart, useLazyPart } from './lazy-part.ts';
import { Notice } from './notice.tsx';
import { SkeletonBar } from './skeleton.tsx';

interface LazyPanelProps {
  part: LazyPart<object>;
  /** What is said where it could not be loaded. */
  failure: string;
}

/** A part of a screen whose code is fetched when it is shown; where that fails, the rest of the screen stays in reach. */
export const LazyPanel = ({ part, failure }: LazyPanelProps) => {
  const { Part, failed, retry } = useLazyPart(part);
  if (Part) return <Part />;
  if (!failed) return <SkeletonBar width="60%" />;
  return (
    <Notice kind="error" actions={<Button onClick={retry}>{t('Try again')}</Button>}>
      {failure}
    </Notice>
  );
};
