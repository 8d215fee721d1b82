import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { t } from '../../shared/core/translate.ts';
import { paths } from '../core/paths.ts';
import { rich } from '../core/rich.ts';
import styles from './full-page.module.css';
import { FullPage } from './full-page.tsx';

/** An address as people write it; where it is not well encoded, as it is. */
const readable = (pathname: string): string => {
  try {
    return decodeURI(pathname);
  } catch (error) {
    if (error instanceof URIError) return pathname;
    throw error;
  }
};

const NotFoundPage = () => {
  const { pathname } = useLocation();
  useEffect(() => console.error('404: there is no page at', pathname), [pathname]);
  return (
    <FullPage
      heading={t('Page not found')}
      text={rich('There is nothing at <code>{path}</code>.', {
        path: readable(pathname),
        code: (inside) => <code dir="auto">{inside}</code>,
      })}
    >
      <Link to={paths.dashboard} className={styles.link}>
        {t('Go to Dashboard')}
      </Link>
      <a href={paths.home} className={styles.link}>
        {t('Back to Home')}
      </a>
    </FullPage>
  );
};

export default NotFoundPage;
