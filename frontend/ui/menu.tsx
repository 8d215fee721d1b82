import { Check, type LucideIcon } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { fold } from '../../shared/core/folding.ts';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './menu.module.css';
import { placeBelow } from './place-below.ts';

export interface MenuItem {
  label: string;
  icon: LucideIcon;
  onSelect: () => void;
  danger?: boolean;
  /** Makes the item a switch: whether it is on. */
  checked?: boolean;
}

interface MenuProps {
  /** Names both the button and the menu. */
  label: string;
  items: readonly MenuItem[];
  /** What the button shows. */
  children: ReactNode;
  buttonClassName?: string | undefined;
  /** Shown above the items; not part of the choices. */
  heading?: ReactNode;
}

const OpenMenu = ({
  id,
  label,
  items,
  heading,
  button,
  onClose,
}: Pick<MenuProps, 'label' | 'items' | 'heading'> & {
  id: string;
  button: HTMLButtonElement;
  onClose: () => void;
}) => {
  const menu = useRef<HTMLDivElement>(null);
  const anchorTop = useRef(0);
  const choices = (): HTMLElement[] => [...menu.current!.querySelectorAll<HTMLElement>('[data-choice]')];

  useLayoutEffect(() => {
    const element = menu.current!;
    // The top layer: no list or dialog can clip the menu.
    element.showPopover();
    placeBelow(element, button);
    anchorTop.current = button.getBoundingClientRect().top;
    element.querySelector<HTMLElement>('[data-choice]')?.focus();
  }, [button]);

  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      const target = event.target as Node;
      if (!menu.current?.contains(target) && !button.contains(target)) onClose();
    };
    document.addEventListener('pointerdown', onPress, true);
    // The event of a scroll that ended before the menu opened may come after it.
    const onScroll = () => button.getBoundingClientRect().top !== anchorTop.current && onClose();
    window.addEventListener('resize', onClose);
    window.addEventListener('scroll', onScroll, true);
    return () => {
      document.removeEventListener('pointerdown', onPress, true);
      window.removeEventListener('resize', onClose);
      window.removeEventListener('scroll', onScroll, true);
    };
  }, [button, onClose]);

  const leave = (): void => {
    button.focus();
    onClose();
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const all = choices();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const go = (index: number) => all[(index + all.length) % all.length]?.focus();
    switch (event.key) {
      case 'ArrowDown':
        go(at + 1);
        break;
      case 'ArrowUp':
        go(at - 1);
        break;
      case 'Home':
        go(0);
        break;
      case 'End':
        go(-1);
        break;
      case 'Escape':
        leave();
        break;
      case 'Tab':
        leave();
        return;
      default: {
        if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || event.key === ' ')
          return;
        const letter = fold(event.key);
        const order = [...all.slice(at + 1), ...all.slice(0, at + 1)];
        order
          .find((choice) =>
            fold(choice.textContent ?? '')
              .trim()
              .startsWith(letter),
          )
          ?.focus();
      }
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div ref={menu} popover="manual" className={styles.menu}>
      {heading}
      <div id={id} role="menu" aria-label={label} onKeyDown={onKeyDown} tabIndex={-1}>
        {items.map(({ label: text, icon, onSelect, danger, checked }) => (
          <button
            key={text}
            type="button"
            data-choice=""
            {...(checked === undefined
              ? { role: 'menuitem' }
              : { role: 'menuitemcheckbox', 'aria-checked': checked })}
            tabIndex={-1}
            className={classNames(styles.item, danger && styles.danger)}
            onClick={() => {
              leave();
              onSelect();
            }}
          >
            <Icon of={icon} />
            <span>{text}</span>
            {checked && <Icon of={Check} size={16} />}
          </button>
        ))}
      </div>
    </div>
  );
};

/** A button that opens a menu of actions, with the keys that menus have: arrows, Home, End, first letters, Esc. */
export const Menu = ({ label, items, children, buttonClassName, heading }: MenuProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        data-tooltip={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        className={classNames(styles.button, buttonClassName)}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children}
      </button>
      {open && button.current && (
        <OpenMenu
          id={id}
          label={label}
          items={items}
          heading={heading}
          button={button.current}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
};
