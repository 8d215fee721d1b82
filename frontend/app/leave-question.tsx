import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { t } from '../../shared/core/translate.ts';
import { giveUpUnsavedChanges, hasUnsavedChanges } from '../core/unsaved-changes.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../ui/dialog.tsx';

/** Where somebody was about to go. */
interface Departure {
  /** Path and query. */
  to: string;
  type: NavigationType;
  /** Of the entry in the history, for Back and Forward. */
  key: string;
}

const departureOf = ({ destination, navigationType }: NavigateEvent): Departure => {
  const { pathname, search } = new URL(destination.url);
  return { to: pathname + search, type: navigationType, key: destination.key };
};

/**
 * Asks before a move inside of the app takes a form away that is not saved: links, buttons and Back alike, which all come
 * past the browser's Navigation API. Where a browser hasn't got it, only closing the tab asks.
 */
export const LeaveQuestion = () => {
  const navigate = useNavigate();
  const [departure, setDeparture] = useState<Departure | null>(null);

  useEffect(() => {
    if (!('navigation' in window)) return;
    const { navigation } = window;
    const onNavigate = (event: NavigateEvent): void => {
      // A page that is left altogether asks by itself (core/unsaved-changes.ts).
      if (!hasUnsavedChanges() || !event.cancelable || !event.destination.sameDocument) return;
      const wanted = departureOf(event);
      if (wanted.to === location.pathname + location.search) return;
      event.preventDefault();
      setDeparture(wanted);
    };
    navigation.addEventListener('navigate', onNavigate);
    return () => navigation.removeEventListener('navigate', onNavigate);
  }, []);

  if (!departure) return null;
  const stay = (): void => setDeparture(null);
  const leave = (): void => {
    setDeparture(null);
    giveUpUnsavedChanges();
    const { to, type, key } = departure;
    if (type === 'traverse') window.navigation.traverseTo(key);
    else void navigate(to, { replace: type === 'replace' });
  };
  return (
    <Dialog title={t('Leave without saving?')} onClose={stay} alert>
      <DialogBody>
        <p>{t('What you have changed here is not saved yet, and is lost when you leave.')}</p>
      </DialogBody>
      <DialogActions>
        <Button data-autofocus="" onClick={stay}>
          {t('Stay')}
        </Button>
        <Button look="danger" onClick={leave}>
          {t('Leave')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
