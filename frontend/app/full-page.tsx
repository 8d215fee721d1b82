import type { ReactNode } from 'react';
import { Logo } from '../ui/logo.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import styles from './full-page.module.css';

interface FullPageProps {
  heading: string;
  text: ReactNode;
  /** Inside of the dashboard, which has its own landmarks and logo. */
  inShell?: boolean;
  children: ReactNode;
}

/** A screen with one message and a way on. */
export const FullPage = ({ heading, text, inShell = false, children }: FullPageProps) => {
  const Frame = inShell ? 'div' : 'main';
  return (
    <Frame className={styles.page}>
      {!inShell && <Logo />}
      <PageHeading subtitle={text}>{heading}</PageHeading>
      <div className={styles.actions}>{children}</div>
    </Frame>
  );
};
