import { LogOut, Moon, SlidersHorizontal } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import type { Session } from '../../shared/access/contract.ts';
import { t } from '../../shared/core/translate.ts';
import { useAppearance } from '../core/appearance.ts';
import { explain } from '../core/failure.ts';
import { paths } from '../core/paths.ts';
import { changeAppearance } from '../core/profile.ts';
import { leave } from '../core/sign-out.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Menu } from '../ui/menu.tsx';
import { toast } from '../ui/toast-store.ts';
import styles from './account-menu.module.css';

const signOut = async (userId: string): Promise<void> => {
  try {
    await leave(userId);
  } catch (error) {
    toast({ kind: 'error', title: t('Failed to sign out'), detail: explain(error) });
  }
};

const saveTheme = async (userId: string, theme: 'light' | 'dark'): Promise<void> => {
  try {
    await changeAppearance(userId, { theme });
  } catch (error) {
    toast({
      kind: 'warning',
      title: t('The theme is saved only in this browser for now'),
      detail: explain(error),
    });
  }
};

/** Who is signed in, the theme, and the way out. */
export const AccountMenu = ({ user }: { user: Session['user'] }) => {
  const dark = useAppearance().theme === 'dark';
  const navigate = useNavigate();
  return (
    <Menu
      label={t('Account')}
      buttonClassName={styles.button}
      heading={
        <div className={styles.who}>
          <p className={styles.name}>{user.name}</p>
          <p className={styles.email}>{user.email}</p>
        </div>
      }
      items={[
        {
          label: t('Dark theme'),
          icon: Moon,
          checked: dark,
          onSelect: () => void saveTheme(user.id, dark ? 'light' : 'dark'),
        },
        { label: t('Settings'), icon: SlidersHorizontal, onSelect: () => navigate(paths.settings) },
        { label: t('Sign out'), icon: LogOut, onSelect: () => void signOut(user.id) },
      ]}
    >
      <Avatar person={user} size="small" />
    </Menu>
  );
};
