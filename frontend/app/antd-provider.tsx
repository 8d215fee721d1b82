import { ConfigProvider } from 'antd';
import english from 'antd/es/locale/en_US';
import { type ReactNode, useEffect, useState } from 'react';
import { directionOf } from '../../shared/core/languages.ts';
import { t } from '../../shared/core/translate.ts';
import { antdTheme } from '../core/antd-theme.ts';
import { useLanguage } from '../core/language.ts';
import { usePhone } from '../core/phone.ts';
import { Spinner } from '../ui/spinner.tsx';
import { antdLocale, loadAntdLocale } from './antd-locale.ts';
import styles from './antd-provider.module.css';
import { popupContainerOf, popupsId } from './popup-container.ts';
import { Tooltips } from './tooltips.tsx';

/** antd's texts in the language of the page. They come with the dashboard's code; after a change of language, a moment later. */
const useAntdLocale = () => {
  const language = useLanguage();
  const [locale, setLocale] = useState(() => antdLocale(language));
  useEffect(() => {
    let mounted = true;
    void loadAntdLocale(language).then(() => mounted && setLocale(antdLocale(language)));
    return () => {
      mounted = false;
    };
  }, [language]);
  // Never without one: antd would show everything inside anew when one comes.
  return { locale: locale ?? english, direction: directionOf(language) };
};

/** How antd's components look and behave in the dashboard. The pages in front of it load no antd (decision 10). */
export const AntdProvider = ({ children }: { children: ReactNode }) => (
  <ConfigProvider
    {...useAntdLocale()}
    theme={antdTheme}
    componentSize={usePhone() ? 'large' : 'medium'}
    getPopupContainer={popupContainerOf}
    wave={{ disabled: true }}
    segmented={{ classNames: { label: styles.segment } }}
    button={{ autoInsertSpace: false, loadingIcon: <Spinner /> }}
  >
    {children}
    <Tooltips />
    <section id={popupsId} aria-label={t('Opened menus')} />
  </ConfigProvider>
);
