import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { t } from '../../../shared/core/translate.ts';
import { useMember } from '../../core/session.ts';
import { Button } from '../../ui/button.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { LazyPanel } from '../../ui/lazy-panel.tsx';
import type { LazyPart } from '../../ui/lazy-part.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { DirectoryTab } from './directory-tab.tsx';
import { inviteDialog } from './lazy-parts.ts';
import { useTeam } from './team.ts';
import styles from './team-page.module.css';

const tabs = () =>
  [
    { key: 'directory', label: t('Team Directory') },
    { key: 'chat', label: t('Team Chat') },
  ] as const;

/** Team (S2 §2.5). The chat is another module's, which whoever shows this page knows. */
const TeamPage = ({ chat }: { chat: LazyPart<object> }) => {
  const { accountHolder } = useMember().membership;
  const [search, setSearch] = useSearchParams();
  const [inviting, setInviting] = useState(false);
  const team = useTeam();
  const tab = search.get('tab') === 'chat' ? 'chat' : 'directory';
  const closeInvitation = (): void => setInviting(false);
  return (
    <>
      <div className={styles.top} data-tab={tab}>
        <PageHeading
          className={styles.heading}
          documentTitle={t('Team')}
          subtitle={t('Manage your team and collaborate effectively')}
        >
          {t('Team Members')}
        </PageHeading>
        {accountHolder && (
          <Button
            look="primary"
            icon={Plus}
            onPointerEnter={inviteDialog.preload}
            onFocus={inviteDialog.preload}
            onClick={() => setInviting(true)}
          >
            {t('Invite Member')}
          </Button>
        )}
      </div>
      <Tabs label={t('Team')} tabs={tabs()} current={tab} onOpen={(wanted) => setSearch({ tab: wanted })}>
        {tab === 'chat' ? (
          <LazyPanel
            part={chat}
            failure={t('The chat could not be loaded. Check your connection and try again.')}
          />
        ) : (
          <DirectoryTab team={team} />
        )}
      </Tabs>
      {inviting && (
        <LazyDialog part={inviteDialog} onClose={closeInvitation}>
          {(InviteDialog) => (
            <InviteDialog
              seatsUsed={team.seatsUsed ?? null}
              invitations={team.invitations}
              onClose={closeInvitation}
            />
          )}
        </LazyDialog>
      )}
    </>
  );
};

export default TeamPage;
