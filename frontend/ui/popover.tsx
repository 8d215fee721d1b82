import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { placeBelow } from './place-below.ts';
import styles from './popover.module.css';

interface PopoverProps {
  /** Names what opens. */
  label: string;
  icon: LucideIcon;
  /** What the button shows. */
  button: ReactNode;
  children: ReactNode;
}

/** A button that opens a small panel of controls: the browser's own popover, which Esc or a press elsewhere closes. */
export const Popover = ({ label, icon, button: shown, children }: PopoverProps) => {
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
      setOpen(opens);
      if (!opens) return;
      place();
      element.querySelector<HTMLElement>('select, input, button')?.focus();
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
      <Button icon={icon} popoverTarget={id} aria-haspopup="dialog" aria-expanded={open} aria-controls={id}>
        {shown}
      </Button>
      <div ref={panel} id={id} popover="auto" role="dialog" aria-label={label} className={styles.panel}>
        {children}
      </div>
    </span>
  );
};
