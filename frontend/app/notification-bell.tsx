import { Bell, Check } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Link, useLocation } from 'react-router-dom';
import { useMinute } from '../core/clock.ts';
import { clearNotifications, markAllRead, markRead, useNotifications } from '../core/notifications.ts';
import { relativeTime } from '../core/relative-time.ts';
import { openingState } from '../core/url-state.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../ui/dialog.tsx';
import styles from './notification-bell.module.css';

const NotificationList = ({ userId, onClose }: { userId: string; onClose: () => void }) => {
  const all = useNotifications(userId);
  const now = useMinute();
  const { pathname } = useLocation();
  return (
    <Dialog title="Notifications" onClose={onClose} lightDismiss>
      <DialogBody>
        {all.length === 0 ? (
          <p className={styles.none}>No notifications yet. They are kept on this device only.</p>
        ) : (
          <ul className={styles.list}>
            {all.map(({ id, title, path, read, createdAt }) => (
              <li key={id} className={styles.one} data-unread={!read || undefined}>
                <span className={styles.words}>
                  {path ? (
                    <Link
                      to={path}
                      state={openingState(path, pathname)}
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
                  <span className={styles.time}>{relativeTime(createdAt, now, { daysAtMost: 7 })}</span>
                </span>
                {!read && (
                  <IconButton
                    icon={Check}
                    label={`Mark “${title}” as read`}
                    onClick={() => markRead(userId, id)}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </DialogBody>
      {all.length > 0 && (
        <DialogActions>
          <Button look="quiet" onClick={() => clearNotifications(userId)}>
            Clear all
          </Button>
          <Button onClick={() => markAllRead(userId)}>Mark all as read</Button>
        </DialogActions>
      )}
    </Dialog>
  );
};

/** The bell of the header, with how many are unread. */
export const NotificationBell = ({ userId }: { userId: string }) => {
  const [open, setOpen] = useState(false);
  const unread = useNotifications(userId).filter(({ read }) => !read).length;
  return (
    <>
      <span className={styles.bell} data-unread={unread || undefined}>
        <IconButton
          icon={Bell}
          label={unread ? `Notifications, ${unread} unread` : 'Notifications'}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        />
      </span>
      {/* A dialog has a header of its own, which must not stand inside of the page's. */}
      {open &&
        createPortal(<NotificationList userId={userId} onClose={() => setOpen(false)} />, document.body)}
    </>
  );
};
