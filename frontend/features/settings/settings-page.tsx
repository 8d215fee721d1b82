import { ArrowLeft } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { t } from '../../../shared/core/translate.ts';
import { trashDays } from '../../../shared/core/trash.ts';
import { paths } from '../../core/paths.ts';
import { useMember } from '../../core/session.ts';
import { Button } from '../../ui/button.tsx';
import { LazyPanel } from '../../ui/lazy-panel.tsx';
import { type LazyPart, lazyPart } from '../../ui/lazy-part.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AccountTab } from './account-tab.tsx';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';
import { settingsLabels, settingsTabsOf } from './settings-tabs.ts';

const lazyTabs = {
  currency: lazyPart(() => import('./currency-tab.tsx')),
  appearance: lazyPart(() => import('./appearance-tab.tsx')),
  billing: lazyPart(() => import('./billing-tab.tsx')),
};
const groupTab = lazyPart(() => import('./group-tab.tsx'));

/** What was deleted lately, and the way back. */
const TrashCard = ({ trash }: { trash: LazyPart<object> }) => (
  <SettingsSection
    title={t('Trash')}
    text={t('Deleted items can be restored for {days, number} days. After that they are gone for good.', {
      days: trashDays,
    })}
  >
    <LazyPanel part={trash} failure={t('Trash could not be loaded. Check your connection and try again.')} />
  </SettingsSection>
);

/** Settings (S1 §2); the tab is part of the address. What lies in Trash is other modules', which whoever shows this page knows. */
const SettingsPage = ({ trash }: { trash: LazyPart<object> }) => {
  const { membership } = useMember();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const shown = settingsTabsOf(membership);
  const current = shown.find((tab) => tab === search.get('tab')) ?? 'account';

  return (
    <>
      <Button look="quiet" icon={ArrowLeft} className={styles.back} onClick={() => navigate(paths.dashboard)}>
        {t('Back to Dashboard')}
      </Button>
      <PageHeading>{t('Settings')}</PageHeading>
      <Tabs
        label={t('Settings')}
        tabs={shown.map((key) => ({ key, label: settingsLabels[key] }))}
        current={current}
        onOpen={(tab) => setSearch({ tab })}
        panelClassName={styles.panel}
      >
        {current === 'account' && <AccountTab />}
        {current === 'group' && membership.accountHolder && (
          <LazyPanel
            part={groupTab}
            failure={t('These settings could not be loaded. Check your connection and try again.')}
          />
        )}
        {current === 'group' && <TrashCard trash={trash} />}
        {current !== 'account' && current !== 'group' && (
          <LazyPanel
            key={current}
            part={lazyTabs[current]}
            failure={t('These settings could not be loaded. Check your connection and try again.')}
          />
        )}
      </Tabs>
    </>
  );
};

export default SettingsPage;
