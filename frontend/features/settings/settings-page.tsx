import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useNavigate, useSearchParams } from '../../core/navigation.tsx';
import { paths } from '../../core/paths.ts';
import { useMember } from '../../core/session.ts';
import { Button } from '../../ui/button.tsx';
import { type LaterPart, laterPart, useLaterPart } from '../../ui/later-part.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { AccountTab } from './account-tab.tsx';
import styles from './settings.module.css';

const labels = {
  account: 'Account',
  currency: 'Currency',
  appearance: 'Appearance',
  billing: 'Billing',
  group: 'Group',
};
type Tab = keyof typeof labels;

const laterTabs = {
  currency: laterPart(() => import('./currency-tab.tsx')),
  appearance: laterPart(() => import('./appearance-tab.tsx')),
  billing: laterPart(() => import('./billing-tab.tsx')),
  group: laterPart(() => import('./group-tab.tsx')),
};

/** A tab whose code comes later; where it can't come, the other tabs stay in reach. */
const LaterTab = ({ part }: { part: LaterPart<object> }) => {
  const { Part, failed, retry } = useLaterPart(part);
  if (Part) return <Part />;
  if (!failed) return <SkeletonBar width="60%" />;
  return (
    <Notice kind="error" actions={<Button onClick={retry}>Try again</Button>}>
      These settings could not be loaded. Check your connection and try again.
    </Notice>
  );
};

/** Settings (S1 §2); the tab is part of the address. Only the account holder has a Group tab. */
const SettingsPage = () => {
  const { accountHolder } = useMember().membership;
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const shown = (Object.keys(labels) as Tab[]).filter((tab) => accountHolder || tab !== 'group');
  const current = shown.find((tab) => tab === search.get('tab')) ?? 'account';

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

  const open = (tab: Tab): void => setSearch({ tab }, { replace: true });
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = shown.indexOf(current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: shown.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const index = (to + shown.length) % shown.length;
    open(shown[index] as Tab);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
  };

  return (
    <>
      <Button look="quiet" icon="back" className={styles.back} onClick={() => navigate(paths.dashboard)}>
        Back to Dashboard
      </Button>
      <PageHeading>Settings</PageHeading>
      <div ref={list} role="tablist" aria-label="Settings" className={styles.tabs} onKeyDown={onKeyDown}>
        {shown.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}-${tab}`}
            aria-selected={tab === current}
            aria-controls={tab === current ? `${id}-panel` : undefined}
            tabIndex={tab === current ? 0 : -1}
            className={styles.tab}
            onClick={() => open(tab)}
          >
            {labels[tab]}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current}`}
        tabIndex={-1}
        className={styles.panel}
      >
        {current === 'account' ? <AccountTab /> : <LaterTab key={current} part={laterTabs[current]} />}
      </div>
    </>
  );
};

export default SettingsPage;
