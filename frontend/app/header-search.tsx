import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { t } from '../../shared/core/translate.ts';
import { isShortcut, shortcutNames } from '../core/shortcuts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { lazyPart, useLazyPart } from '../ui/lazy-part.ts';
import { LineInput } from '../ui/line-input.tsx';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { SkeletonBar } from '../ui/skeleton.tsx';
import styles from './header-search.module.css';
import type { SearchResultsProps } from './search-results.tsx';

const searchResults = lazyPart<SearchResultsProps>(() => import('./search-results.tsx'));

/** The results come while nobody waits for them: then they open even when the network has gone. */
const preloadAfter = 2_000;

const keys = shortcutNames('k');
const longestSearch = 200;
const resultsId = 'search-results';

/** The field is here at once, so that nothing typed is lost while the code of the results is on its way. */
const SearchDialog = ({ onClose }: { onClose: () => void }) => {
  const [text, setText] = useState('');
  const [activeId, setActiveId] = useState<string>();
  const onKey = useRef<(event: KeyboardEvent) => void>(null);
  const { Part, failed, retry } = useLazyPart(searchResults);
  return (
    <Modal aria-label={t('Search')} className={styles.dialog} lightDismiss onClose={onClose}>
      <div className={styles.panel}>
        <div className={styles.field}>
          <Icon of={Search} />
          <LineInput
            data-autofocus=""
            role="combobox"
            aria-label={t('Search tasks and people')}
            aria-autocomplete="list"
            aria-expanded={Part !== undefined}
            aria-controls={resultsId}
            aria-activedescendant={activeId}
            placeholder={t('Search tasks and people...')}
            type="text"
            inputMode="search"
            enterKeyHint="go"
            dir="auto"
            longest={longestSearch}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={setText}
            onKeyDown={(event) => onKey.current?.(event)}
          />
          <IconButton icon={X} label={t('Close search')} onClick={onClose} />
        </div>
        {Part ? (
          <Part id={resultsId} text={text} onKey={onKey} onActive={setActiveId} onClose={onClose} />
        ) : failed ? (
          <div className={styles.aside}>
            <Notice kind="error" actions={<Button onClick={retry}>{t('Try again')}</Button>}>
              {t('The search could not be loaded. Check your connection and try again.')}
            </Notice>
          </div>
        ) : (
          <div className={styles.aside}>
            <SkeletonBar width="60%" />
          </div>
        )}
      </div>
    </Modal>
  );
};

/** The search box of the header (S1 §2), which Ctrl or ⌘ + K opens from every page (PRODUCT §3). */
export const HeaderSearch = () => {
  const [open, setOpen] = useState(false);

  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (!isShortcut(event, 'k')) return;
      // The browser has a use of its own for it, which would lead away from the page.
      event.preventDefault();
      // What somebody is doing in another dialog is not put aside for a search.
      if (!open && document.querySelector('dialog[open]')) return;
      setOpen(!open);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open]);

  useEffect(() => {
    const timer = setTimeout(searchResults.preload, preloadAfter);
    return () => clearTimeout(timer);
  }, []);

  return (
    <>
      <button
        type="button"
        className={styles.opener}
        aria-label={t('Search')}
        aria-haspopup="dialog"
        aria-keyshortcuts={keys.aria}
        data-tooltip={`Search (${keys.short})`}
        onPointerEnter={searchResults.preload}
        onFocus={searchResults.preload}
        onClick={() => setOpen(true)}
      >
        <Icon of={Search} />
        <span className={styles.word}>{t('Search')}</span>
        <span className={styles.keys} data-keys={keys.spaced} />
      </button>
      {/* A dialog's parts must not stand inside of the page's header. */}
      {open && createPortal(<SearchDialog onClose={() => setOpen(false)} />, document.body)}
    </>
  );
};
