import { ArrowLeft, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { t } from '../../shared/core/translate.ts';
import { useMedia, usePhone } from '../core/phone.ts';
import { Button, IconButton } from './button.tsx';
import { isComposing } from './composing.ts';
import styles from './drawer.module.css';
import { Modal } from './modal.tsx';

const desk = matchMedia('(min-width: 1200px)');

/** Where there is room for a record: beside its list, over it, or in its place, as a page. */
const usePlace = (): 'beside' | 'over' | 'page' => {
  const isDesk = useMedia(desk);
  const isPhone = usePhone();
  if (isPhone) return 'page';
  return isDesk ? 'beside' : 'over';
};

/** Takes the focus to the heading when it opens, and back to what opened it when it goes with the focus inside. */
const useFocusThere = (
  panel: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
): void => {
  const [opener] = useState(() => document.activeElement as HTMLElement | null);
  useLayoutEffect(() => {
    const element = panel.current;
    heading.current?.focus({ preventScroll: true });
    return () =>
      // When the list is in sight again, and the next panel, if there is one, has taken the focus.
      queueMicrotask(() => {
        if (element?.isConnected || document.activeElement !== document.body) return;
        opener?.focus();
        // It may have gone, with the row that was deleted.
        if (document.activeElement === document.body) document.querySelector<HTMLElement>('h1')?.focus();
      });
  }, [panel, heading, opener]);
};

interface DrawerProps {
  /** Names it. */
  title: ReactNode;
  /** Where its list is, as on a phone the way back says: `Tasks`. */
  list: string;
  /** What can be done about all of it, beside the title. */
  actions?: ReactNode;
  /** Asked for by Esc, the button that closes it or, where it lies over its list, a press beside it. */
  onClose: () => void;
  children: ReactNode;
}

type PanelProps = Omit<DrawerProps, 'list'>;

/** What it consists of, wherever it is. */
const Content = ({
  title,
  titleId,
  heading,
  actions,
  onClose,
  children,
}: PanelProps & { titleId: string; heading?: RefObject<HTMLHeadingElement | null> }) => (
  <>
    <header className={styles.header}>
      <h2 ref={heading} id={titleId} tabIndex={-1} data-autofocus="" className={styles.title}>
        {title}
      </h2>
      {actions}
      <IconButton icon={X} label={t('Close')} onClick={onClose} />
    </header>
    <div className={styles.body}>{children}</div>
  </>
);

const Beside = (props: PanelProps) => {
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useFocusThere(panel, heading);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return;
    // A dialog, a menu or a list that is open inside of it has the key for itself.
    const inner = (event.target as Element).closest('dialog, [popover], [aria-expanded=true][role=combobox]');
    if (!inner) props.onClose();
  };
  return (
    <section ref={panel} aria-labelledby={titleId} className={styles.beside} onKeyDown={onKeyDown}>
      <Content {...props} titleId={titleId} heading={heading} />
    </section>
  );
};

const Over = (props: PanelProps) => {
  const titleId = useId();
  return (
    <Modal aria-labelledby={titleId} className={styles.over} lightDismiss onClose={props.onClose}>
      <div className={styles.panel}>
        <Content {...props} titleId={titleId} />
      </div>
    </Modal>
  );
};

const AsPage = ({ title, list, actions, onClose, children }: DrawerProps) => {
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  // Before the focus moves: what has it must be in sight.
  useLayoutEffect(() => {
    const before = scrollY;
    scrollTo(0, 0);
    return () => queueMicrotask(() => scrollTo(0, before));
  }, []);
  useFocusThere(panel, heading);
  return (
    <article ref={panel} aria-labelledby={titleId}>
      <Button look="quiet" icon={ArrowLeft} className={styles.back} onClick={onClose}>
        {list}
      </Button>
      <header className={styles.pageHeader}>
        <h1 ref={heading} id={titleId} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {actions}
      </header>
      {children}
    </article>
  );
};

/**
 * The panel in which a record is opened from its list, inside of a `DrawerLayout`: on a desk beside the list, which stays in use; on
 * a tablet over it, as a modal dialog; on a phone in its place, as a page. It is named by its title, which gets the focus; what
 * opened it gets it back. Give it the record's id as `key`: another record is another panel.
 */
export const Drawer = ({ list, ...props }: DrawerProps) => {
  const place = usePlace();
  if (place === 'page') return <AsPage {...props} list={list} />;
  return place === 'over' ? <Over {...props} /> : <Beside {...props} />;
};

/** A list and, while one of its records is open, the `Drawer` with it. On a phone the record is shown alone. */
export const DrawerLayout = ({ drawer, children }: { drawer: ReactNode; children: ReactNode }) => {
  const place = usePlace();
  const isOpen = Boolean(drawer);
  return (
    <div {...(isOpen && place === 'beside' && { className: styles.two })}>
      <div hidden={isOpen && place === 'page'} className={styles.list}>
        {children}
      </div>
      {drawer}
    </div>
  );
};
