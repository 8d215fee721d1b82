import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { t } from '../../../shared/core/translate.ts';
import { explain } from '../../core/failure.ts';
import { useSubmission } from '../../core/submission.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './chat-panel.module.css';
import { loadOlder } from './chat-queries.ts';

/** Loads the messages before as soon as somebody comes near them; the button does the same from the keyboard. */
export const OlderMessages = ({ organizationId }: { organizationId: string }) => {
  const queryClient = useQueryClient();
  const frame = useRef<HTMLDivElement>(null);
  const loading = useSubmission({ stays: true, send: () => loadOlder(queryClient, organizationId) });
  const load = useEffectEvent(() => loading.submit());
  const waiting = loading.busy || loading.error !== null;
  useEffect(() => {
    const node = frame.current;
    if (waiting || !node) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), {
      root: node.closest('[role=log]'),
      rootMargin: '240px 0px 0px 0px',
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, [waiting]);
  return (
    <div ref={frame} className={styles.older}>
      {loading.error && (
        <Notice kind="error">
          {t('Failed to load messages.')} {explain(loading.error)}
        </Notice>
      )}
      <Button
        look="quiet"
        busy={loading.busy}
        busyText={t('Loading messages...')}
        onClick={() => loading.submit()}
      >
        {t('Load older messages')}
      </Button>
    </div>
  );
};
