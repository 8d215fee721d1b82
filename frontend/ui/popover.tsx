import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { classNames } from './class-names.ts';
import { placeBelow } from './place-below.ts';
import styles from './popover.module.css';

interface PopoverProps {
  /** Names what opens. */
  label: string;
  /** The button, with what makes it open the panel. */
  button: (opening: PopoverButton) => ReactNode;
  /** As wide as a list of sentences needs. */
  wide?: boolean;
  /** What it shows while it is open. */
  children: (close: () => void) => ReactNode;
}

type PopoverButton = Pick<
  ComponentProps<'button'>,
  'popoverTarget' | 'aria-haspopup' | 'aria-expanded' | 'aria-controls'
>;

/** A button that opens a panel beside it: the browser's own popover, which Esc or a press elsewhere closes. */
export const Popover = ({ label, button, wide = false, children }: PopoverProps) => {
  const id = useId();
  const frame = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    const element = panel.current!;
    const button = frame.current!.querySelector<HTMLElement>('button')!;
    const place = (): void => placeBelow(element, button);
    const onToggle = (event: Event): void => {
      const opens = (event as ToggleEvent).newState === 'open';
      // At once, so that what is in it can be placed and takes the focus.
      flushSync(() => setOpen(opens));
      if (!opens) return;
      place();
      (element.querySelector<HTMLElement>('select, input, a[href], button') ?? element).focus();
    };
    element.addEventListener('toggle', onToggle);
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, true);
    return () => {
      element.removeEventListener('toggle', onToggle);
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place, true);
    };
  }, []);

  return (
    <span ref={frame} className={styles.frame}>
      {button({ popoverTarget: id, 'aria-haspopup': 'dialog', 'aria-expanded': open, 'aria-controls': id })}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        className={classNames(styles.panel, wide && styles.wide)}
      >
        {open && children(() => panel.current?.hidePopover())}
      </div>
    </span>
  );
};
