import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { directionOf } from '../../shared/core/languages.ts';
import { currentLanguage } from '../../shared/core/translate.ts';
import { classNames } from './class-names.ts';
import styles from './tabs.module.css';

interface TabsProps<T extends string> {
  /** Names the row of tabs. */
  label: string;
  tabs: readonly { key: T; label: ReactNode }[];
  current: T;
  onOpen: (tab: T) => void;
  /** `pills` for tabs within a tab. */
  look?: 'line' | 'pills';
  panelClassName?: string | undefined;
  /** The panel of the current tab. */
  children: ReactNode;
}

/** Tabs with the keys that tabs have: arrows, Home and End. */
export const Tabs = <T extends string>({
  label,
  tabs,
  current,
  onOpen,
  look = 'line',
  panelClassName,
  children,
}: TabsProps<T>) => {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const shownBefore = useRef(current);

  // On a phone the row of tabs scrolls: what an address chose may lie outside of it.
  useEffect(() => {
    const row = list.current;
    const chosen = row?.querySelector<HTMLElement>('[aria-selected=true]');
    // The tab is gone with the focus in it, as that of the group is for whoever hands the account over.
    if (shownBefore.current !== current && document.activeElement === document.body)
      chosen?.focus({ preventScroll: true });
    shownBefore.current = current;
    if (row && chosen) row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
  }, [current]);

  /** The one that is open is not opened again: that would be an entry of the history that leads nowhere. */
  const open = (key: T): void => {
    if (key !== current) onOpen(key);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ key }) => key === current);
    // The next tab stands to the left where writing runs from right to left.
    const forward = directionOf(currentLanguage()) === 'rtl' ? -1 : 1;
    const to = { ArrowRight: at + forward, ArrowLeft: at - forward, Home: 0, End: tabs.length - 1 }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    const index = (to + tabs.length) % tabs.length;
    const tab = tabs[index];
    if (tab) open(tab.key);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
  };

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={classNames(styles.tabs, styles[look])}
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            aria-selected={tab.key === current}
            aria-controls={tab.key === current ? `${id}-panel` : undefined}
            tabIndex={tab.key === current ? 0 : -1}
            className={styles.tab}
            onClick={() => open(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current}`}
        tabIndex={-1}
        className={classNames(styles.panel, panelClassName)}
      >
        {children}
      </div>
    </>
  );
};
