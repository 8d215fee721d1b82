import { Segmented } from 'antd';
import { Moon, Sun } from 'lucide-react';
import { accents, themes } from '../../../shared/access/choices.ts';
import { type Appearance, useAppearance } from '../../core/appearance.ts';
import { explain } from '../../core/failure.ts';
import { changeAppearance } from '../../core/profile.ts';
import { useMember } from '../../core/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast-store.ts';
import { Choices } from './choices.tsx';
import { LanguageCard } from './language-card.tsx';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';

const named = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const AppearanceTab = () => {
  const { user } = useMember();
  const { theme, accent } = useAppearance();
  const change = async (wanted: Partial<Appearance>): Promise<void> => {
    try {
      await changeAppearance(user.id, wanted);
    } catch (error) {
      toast({ kind: 'warning', title: 'Saved only in this browser for now', detail: explain(error) });
    }
  };
  return (
    <>
      <LanguageCard />
      <SettingsSection title="Theme" text="Applies at once, here and wherever else you are signed in.">
        <Segmented
          aria-label="Theme"
          className={styles.themes}
          value={theme}
          onChange={(wanted) => void change({ theme: wanted })}
          options={themes.map((one) => ({
            value: one,
            label: named(one),
            icon: <Icon of={one === 'dark' ? Moon : Sun} />,
          }))}
        />
      </SettingsSection>
      <SettingsSection title="Accent colour" text="Used for buttons, links and selected items.">
        <Choices
          legend="Accent colour"
          look="swatches"
          choices={accents}
          chosen={accent}
          onChoose={(wanted) => void change({ accent: wanted })}
        >
          {(one) => (
            <>
              <span className={`${styles.dot} ${styles[one]}`} aria-hidden="true" />
              {named(one)}
            </>
          )}
        </Choices>
      </SettingsSection>
    </>
  );
};

export default AppearanceTab;
