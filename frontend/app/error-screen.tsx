import { Component, type ErrorInfo, type ReactNode } from 'react';
import { t } from '../../shared/core/translate.ts';
import { paths } from '../core/paths.ts';
import { PlainButton } from '../ui/plain-button.tsx';
import styles from './full-page.module.css';
import { FullPage } from './full-page.tsx';

interface ErrorScreenProps {
  inShell?: boolean;
  /** The address: at another one the next screen is tried. */
  at?: string;
  children: ReactNode;
}

/** Shows the generic error screen (S1 §2) in place of a screen that broke. Drafts survive both ways on. */
export class ErrorScreen extends Component<ErrorScreenProps, { broken: boolean }> {
  override state = { broken: false };

  override componentDidUpdate({ at }: ErrorScreenProps): void {
    if (this.state.broken && at !== this.props.at) this.setState({ broken: false });
  }

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo): void {
    console.error('A screen broke', error, componentStack);
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <FullPage
        heading={t('Something went wrong')}
        text={t('We encountered an unexpected error. Please try refreshing the page.')}
        inShell={this.props.inShell ?? false}
      >
        <PlainButton look="primary" large onClick={() => location.reload()}>
          {t('Try Again')}
        </PlainButton>
        <a href={paths.home} className={styles.link}>
          {t('Go Home')}
        </a>
      </FullPage>
    );
  }
}
