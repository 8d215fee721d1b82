import { Navigate, type NavigateProps, useLocation } from 'react-router-dom';

/**
 * Leads to another address in place of this one, at each arrival: React Router's own stays where it is when somebody
 * arrives at the same page again while the page that it leads to is still loading.
 */
export const Redirect = (props: Pick<NavigateProps, 'to' | 'state'>) => (
  <Navigate key={useLocation().key} {...props} replace />
);
