import { Tag } from 'antd';
import { EllipsisVertical, Mail, Pencil, Trash2, UserRound } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { roleLabels } from '../../../shared/core/access.ts';
import { t } from '../../../shared/core/translate.ts';
import { recordPath } from '../../../shared/kinds.ts';
import type { Invitation, Member } from '../../../shared/team/contract.ts';
import { useMember } from '../../core/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { StateMark, type StateMarkName } from '../../ui/state-mark.tsx';
import { type Entry, titleOf } from './directory.ts';
import styles from './directory-entry.module.css';
import { useResend } from './resend.ts';

/** What the account holder can do to an entry. */
export interface EntryActions {
  changeRole: (member: Member) => void;
  removeMember: (member: Member) => void;
  removeInvitation: (invitation: Invitation) => void;
}

/** Picture and name; of whoever has not come yet, that they have not. */
export const EntryName = ({ entry, online }: { entry: Entry; online: boolean }) => {
  const { user } = useMember();
  const { member, name, email } = entry;
  return (
    <span className={styles.who}>
      <Avatar person={{ id: member?.userId, name, email }} online={online} />
      {member ? (
        <span className={styles.name}>
          <Link to={recordPath('member', member.userId)} dir="auto" className={styles.link}>
            {titleOf(entry)}
          </Link>
          {member.userId === user.id && ` ${t('(you)')}`}
          {member.accountHolder && <span className={styles.holder}>{t('Account holder')}</span>}
        </span>
      ) : (
        <span className={styles.waiting}>{t('Pending Registration')}</span>
      )}
    </span>
  );
};

export const RoleName = ({ entry: { role } }: { entry: Entry }) => roleLabels[role];

interface State {
  text: string;
  look: string | undefined;
  /** Tells it apart without its colour. */
  mark: StateMarkName;
}

const stateOf = ({ invitation }: Entry, sending: boolean): State => {
  if (!invitation) return { text: t('Active'), look: styles.active, mark: 'done' };
  if (sending) return { text: t('Sending...'), look: styles.pending, mark: 'started' };
  if (invitation.status === 'expired') return { text: t('Expired'), look: styles.expired, mark: 'stopped' };
  if (invitation.sentAt === null)
    return { text: t('E-mail not sent'), look: styles.expired, mark: 'stopped' };
  return { text: t('invitation|Pending'), look: styles.pending, mark: 'waiting' };
};

/** Status of an entry, and its menu for whoever may act: while an invitation is being sent, both know. */
export const useEntry = (entry: Entry, actions: EntryActions | undefined) => {
  const navigate = useNavigate();
  const resending = useResend();
  const { member, invitation } = entry;
  const { text, look, mark } = stateOf(entry, resending.busy);

  const ofMember = (one: Member, { changeRole, removeMember }: EntryActions): MenuItem[] => [
    {
      label: t('View profile'),
      icon: UserRound,
      onSelect: () => void navigate(recordPath('member', one.userId)),
    },
    // The account holder is always an owner and can't be removed: they hand the account over in the settings.
    ...(one.accountHolder
      ? []
      : ([
          { label: t('Change role'), icon: Pencil, onSelect: () => changeRole(one) },
          { label: t('Remove member'), icon: Trash2, danger: true, onSelect: () => removeMember(one) },
        ] satisfies MenuItem[])),
  ];
  const ofInvitation = (one: Invitation, { removeInvitation }: EntryActions): MenuItem[] => [
    { label: t('Resend invitation'), icon: Mail, onSelect: () => resending.submit(one) },
    { label: t('Remove invitation'), icon: Trash2, danger: true, onSelect: () => removeInvitation(one) },
  ];

  return {
    status: (
      <Tag className={classNames(styles.state, look)}>
        <StateMark of={mark} />
        {text}
      </Tag>
    ),
    menu: actions && (
      <Menu
        label={t('Actions for {name}', { name: titleOf(entry) })}
        items={member ? ofMember(member, actions) : ofInvitation(invitation, actions)}
      >
        <Icon of={EllipsisVertical} />
      </Menu>
    ),
  };
};
