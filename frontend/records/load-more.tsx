import { useEffect, useRef } from 'react';
import { t } from '../../shared/core/translate.ts';
import { explain, isFailure } from '../core/failure.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './load-more.module.css';

interface LoadMoreProps {
  busy: boolean;
  failure: unknown;
  /** What is said of a failure, before why. */
  failureText: string;
  onLoad: () => void;
  /** The position in the list is no longer valid: begin at the top. */
  onStartAgain: () => void;
}

/** Loads the next page as soon as it is scrolled into sight; the button does the same from the keyboard. */
export const LoadMore = ({ busy, failure, failureText, onLoad, onStartAgain }: LoadMoreProps) => {
  const frame = useRef<HTMLDivElement>(null);
  const load = useRef(onLoad);
  useEffect(() => {
    load.current = onLoad;
  });
  const waiting = busy || failure !== null;
  useEffect(() => {
    if (waiting) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) load.current();
      },
      { rootMargin: '400px' },
    );
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, [waiting]);

  const outdated = isFailure(failure, 'cursor.invalid');
  return (
    <div ref={frame} className={styles.frame}>
      {failure !== null && (
        <Notice kind="error">
          {failureText} {explain(failure)}
        </Notice>
      )}
      <Button busy={busy} busyText={t('Loading...')} onClick={outdated ? onStartAgain : onLoad}>
        {outdated ? t('Load the list again') : t('Load more')}
      </Button>
    </div>
  );
};
