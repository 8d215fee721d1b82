import { accents, themes } from '../../../shared/access/rules.ts';
import { type Appearance, useAppearance } from '../../core/appearance.ts';
import { explain } from '../../core/failure.ts';
import { changeAppearance } from '../../core/profile.ts';
import { useMember } from '../../core/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast-store.ts';
import { SettingCard } from './setting-card.tsx';
import styles from './settings.module.css';

const named = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const AppearanceTab = () => {
  const { user } = useMember();
  const { theme, accent } = useAppearance();
  const change = async (wanted: Partial<Appearance>): Promise<void> => {
    try {
      await changeAppearance(user.id, wanted);
    } catch (error) {
      toast({ kind: 'warning', title: 'Kept in this browser only for now', detail: explain(error) });
    }
  };
  return (
    <>
      <SettingCard title="Theme" text="Changes at once, here and wherever you sign in.">
        <fieldset className={styles.swatches}>
          <legend className="visually-hidden">Theme</legend>
          {themes.map((one) => (
            <label key={one} className={styles.swatch}>
              <input
                type="radio"
                name="theme"
                checked={one === theme}
                onChange={() => void change({ theme: one })}
              />
              <Icon name={one === 'dark' ? 'moon' : 'sun'} />
              {named(one)}
            </label>
          ))}
        </fieldset>
      </SettingCard>
      <SettingCard title="Accent colour" text="For buttons, links and what is chosen.">
        <fieldset className={styles.swatches}>
          <legend className="visually-hidden">Accent colour</legend>
          {accents.map((one) => (
            <label key={one} className={styles.swatch}>
              <input
                type="radio"
                name="accent"
                checked={one === accent}
                onChange={() => void change({ accent: one })}
              />
              <span className={`${styles.dot} ${styles[one]}`} aria-hidden="true" />
              {named(one)}
            </label>
          ))}
        </fieldset>
      </SettingCard>
    </>
  );
};

export default AppearanceTab;
