import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** Sends on whoever arrives. `Navigate` does so once for as long as it is mounted: a second arrival stayed on nothing. */
export const Redirect = ({ to }: { to: string }) => {
  const navigate = useNavigate();
  const arrival = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival is another, be its address the same.
  useEffect(() => void navigate(to, { replace: true }), [navigate, to, arrival]);
  return null;
};
