import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { antdTheme } from '../core/antd-theme.ts';
import { usePhone } from '../core/phone.ts';
import { Spinner } from '../ui/spinner.tsx';
import styles from './antd-provider.module.css';
import { popupContainerOf, popupsId } from './popup-container.ts';
import { Tooltips } from './tooltips.tsx';

/** How antd's components look and behave in the dashboard. The pages in front of it load no antd (decision 10). */
export const AntdProvider = ({ children }: { children: ReactNode }) => (
  <ConfigProvider
    theme={antdTheme}
    componentSize={usePhone() ? 'large' : 'medium'}
    getPopupContainer={popupContainerOf}
    wave={{ disabled: true }}
    segmented={{ classNames: { label: styles.segment } }}
    button={{ autoInsertSpace: false, loadingIcon: <Spinner /> }}
  >
    {children}
    <Tooltips />
    <section id={popupsId} aria-label="Opened menus" />
  </ConfigProvider>
);
