import { Segmented } from 'antd';
import { Moon, Sun } from 'lucide-react';
import { accents, themes } from '../../../shared/access/choices.ts';
import { labels, t } from '../../../shared/core/translate.ts';
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

const themeNames = labels<Appearance['theme']>({ light: () => t('Light'), dark: () => t('Dark') });
const accentNames = labels<Appearance['accent']>({
  green: () => t('Green'),
  blue: () => t('Blue'),
  orange: () => t('Orange'),
  pink: () => t('Pink'),
  purple: () => t('Purple'),
  yellow: () => t('Yellow'),
});

const AppearanceTab = () => {
  const { user } = useMember();
  const { theme, accent } = useAppearance();
  const change = async (wanted: Partial<Appearance>): Promise<void> => {
    try {
      await changeAppearance(user.id, wanted);
    } catch (error) {
      toast({ kind: 'warning', title: t('Saved only in this browser for now'), detail: explain(error) });
    }
  };
  return (
    <>
      <LanguageCard />
      <SettingsSection
        title={t('Theme')}
        text={t('Applies at once, here and wherever else you are signed in.')}
      >
        <Segmented
          aria-label={t('Theme')}
          className={styles.themes}
          value={theme}
          onChange={(wanted) => void change({ theme: wanted })}
          options={themes.map((one) => ({
            value: one,
            label: themeNames[one],
            icon: <Icon of={one === 'dark' ? Moon : Sun} />,
          }))}
        />
      </SettingsSection>
      <SettingsSection title={t('Accent colour')} text={t('Used for buttons, links and selected items.')}>
        <Choices
          legend={t('Accent colour')}
          look="swatches"
          choices={accents}
          chosen={accent}
          onChoose={(wanted) => void change({ accent: wanted })}
        >
          {(one) => (
            <>
              <span className={`${styles.dot} ${styles[one]}`} aria-hidden="true" />
              {accentNames[one]}
            </>
          )}
        </Choices>
      </SettingsSection>
    </>
  );
};

export default AppearanceTab;
