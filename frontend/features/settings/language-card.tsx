import { useEffect, useRef } from 'react';
import { isLanguage, languageNames } from '../../../shared/core/languages.ts';
import { t } from '../../../shared/core/translate.ts';
import { explain } from '../../core/failure.ts';
import { useLanguage } from '../../core/language.ts';
import { changeLanguage } from '../../core/profile.ts';
import { useMember } from '../../core/session.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast-store.ts';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';

/** Set while the page is shown anew in another language, for the card that comes after this one. */
let isChanging = false;

/** In which language pages and mails speak to somebody. Each language is called as it calls itself. */
export const LanguageCard = () => {
  const { user } = useMember();
  const language = useLanguage();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isChanging) return;
    isChanging = false;
    // After the heading of the screen, which takes the focus when it comes.
    const frame = requestAnimationFrame(() => card.current?.querySelector('select')?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const change = async (wanted: string): Promise<void> => {
    if (!isLanguage(wanted)) return;
    isChanging = true;
    try {
      await changeLanguage(user.id, wanted);
    } catch (error) {
      toast({
        kind: 'warning',
        title: t('The language could not be saved. Please try again.'),
        detail: explain(error),
      });
    }
  };
  return (
    <SettingsSection
      title={t('Language')}
      text={t('Pages, e-mails and your group’s history speak to you in it. Others choose their own.')}
    >
      <div ref={card} className={styles.form}>
        <Field label={t('Language')} labelHidden>
          {(control) => (
            <Select
              {...control}
              value={isLanguage(language) ? language : 'en'}
              options={languageNames}
              onChange={(wanted) => void change(wanted)}
            />
          )}
        </Field>
      </div>
    </SettingsSection>
  );
};
