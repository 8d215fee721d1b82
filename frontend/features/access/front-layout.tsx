import type { ReactNode } from 'react';
import { t } from '../../../shared/core/translate.ts';
import { Logo } from '../../ui/logo.tsx';
import styles from './front-layout.module.css';

/** A street of guild houses: the product's picture of itself. */
const Street = () => (
  <svg
    aria-hidden="true"
    viewBox="0 0 640 360"
    preserveAspectRatio="xMidYMax slice"
    className={styles.street}
  >
    <path
      className={styles.far}
      d="M0 360V214h24v-20h20v-18h18v-20h28v20h18v18h20v20h24v-48l54-58 54 58v30h22v-22h20v-20h18v-20h30v20h18v20h20v22h24v-74h26v-22h22v-20h20v-22h32v22h20v20h22v22h26v188z"
    />
    <path
      className={styles.near}
      d="M0 360v-84l44-46 44 46v12h26v-24h22v-22h20v-24h36v24h20v22h22v24h30v-62h28v-26h24v-24h22v-26h44v26h22v24h24v26h28v74h24l48-50 48 50v-22h24v-20h20v20h20v96z"
    />
    <g className={styles.windows}>
      <path d="M302 262h20v34h-20zM340 262h20v34h-20zM378 262h20v34h-20zM340 208h20v30h-20z" />
      <path d="M138 300h16v26h-16zM170 300h16v26h-16zM202 300h16v26h-16zM36 300h16v24H36zM488 306h16v24h-16zM520 306h16v24h-16zM596 300h14v26h-14z" />
    </g>
  </svg>
);

/** The screens in front of the dashboard: what to do first, the house beside it where there is room. */
export const FrontLayout = ({ children, account }: { children: ReactNode; account?: ReactNode }) => (
  <div className={styles.layout}>
    <div className={styles.side}>
      <header className={styles.header}>
        <Logo />
        {account}
      </header>
      <main className={styles.main}>{children}</main>
    </div>
    <div className={styles.picture} aria-hidden="true">
      <p className={styles.claim}>{t('Run your whole business from one place.')}</p>
      <Street />
    </div>
  </div>
);
