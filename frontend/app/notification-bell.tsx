import { Bell, Check, Megaphone, MessageSquare } from 'lucide-react';
import { useId } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { t } from '../../shared/core/translate.ts';
import { useMinute } from '../core/clock.ts';
import {
  clearNotifications,
  markAllRead,
  markRead,
  type Notification,
  useNotifications,
} from '../core/notifications.ts';
import { chatPath } from '../core/paths.ts';
import { exactMoment, relativeTime } from '../core/relative-time.ts';
import { openingState } from '../core/url-state.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Popover } from '../ui/popover.tsx';
import styles from './notification-bell.module.css';

interface RowProps {
  userId: string;
  notification: Notification;
  now: number;
  onClose: () => void;
}

const NotificationRow = ({ userId, notification, now, onClose }: RowProps) => {
  const { id, title, path, person, read, createdAt } = notification;
  const { pathname } = useLocation();
  return (
    <li className={styles.one} data-unread={!read || undefined}>
      {person ? (
        <Avatar person={person} size="small" />
      ) : (
        <span className={styles.picture}>
          <Icon of={path === chatPath ? MessageSquare : Megaphone} size={16} />
        </span>
      )}
      <span className={styles.words}>
        {path ? (
          <Link
            to={path}
            state={openingState(path, pathname)}
            className={styles.link}
            onClick={() => {
              markRead(userId, id);
              onClose();
            }}
          >
            {title}
          </Link>
        ) : (
          title
        )}
        <time
          dateTime={new Date(createdAt).toISOString()}
          data-tooltip={exactMoment(createdAt)}
          className={styles.time}
        >
          {relativeTime(createdAt, now, { daysAtMost: 7 })}
        </time>
      </span>
      {!read && (
        <IconButton
          icon={Check}
          label={t('Mark “{title}” as read', { title })}
          onClick={() => markRead(userId, id)}
        />
      )}
    </li>
  );
};

interface GroupProps extends Omit<RowProps, 'notification'> {
  heading: string;
  notifications: readonly Notification[];
}

const NotificationGroup = ({ heading, notifications, ...row }: GroupProps) => {
  const headingId = useId();
  if (notifications.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.day}>
        {heading}
      </h3>
      <ul>
        {notifications.map((one) => (
          <NotificationRow key={one.id} notification={one} {...row} />
        ))}
      </ul>
    </section>
  );
};

const isSameDay = (one: number, other: number): boolean =>
  new Date(one).toDateString() === new Date(other).toDateString();

const NotificationList = ({ userId, onClose }: { userId: string; onClose: () => void }) => {
  const all = useNotifications(userId);
  const now = useMinute();
  const row = { userId, now, onClose };
  return (
    <>
      <h2 className={styles.heading}>{t('Notifications')}</h2>
      {all.length === 0 ? (
        <p className={styles.none}>
          <Icon of={Bell} size={28} />
          {t('No notifications yet. They are kept on this device only.')}
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable for the keyboard.
        <section className={styles.scroll} tabIndex={0} aria-label={t('Newest first')}>
          <NotificationGroup
            heading={t('Today')}
            notifications={all.filter(({ createdAt }) => isSameDay(createdAt, now))}
            {...row}
          />
          <NotificationGroup
            heading={t('Earlier')}
            notifications={all.filter(({ createdAt }) => !isSameDay(createdAt, now))}
            {...row}
          />
        </section>
      )}
      {all.length > 0 && (
        <div className={styles.actions}>
          <Button look="quiet" onClick={() => clearNotifications(userId)}>
            {t('Clear all')}
          </Button>
          <Button onClick={() => markAllRead(userId)}>{t('Mark all as read')}</Button>
        </div>
      )}
    </>
  );
};

/** The bell of the header, with how many are unread; what it tells opens below it. */
export const NotificationBell = ({ userId }: { userId: string }) => {
  const unread = useNotifications(userId).filter(({ read }) => !read).length;
  return (
    <Popover
      label={t('Notifications')}
      wide
      button={(opening) => (
        <span className={styles.bell} data-unread={unread || undefined}>
          <IconButton
            {...opening}
            icon={Bell}
            label={unread ? t('Notifications, {unread, number} unread', { unread }) : t('Notifications')}
          />
        </span>
      )}
    >
      {(close) => <NotificationList userId={userId} onClose={close} />}
    </Popover>
  );
};
