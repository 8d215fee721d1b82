import { useEffect, useState } from 'react';
import { phone } from '../core/phone.ts';
import { isShortcut } from '../core/shortcuts.ts';

const cookie = 'gh-sidebar';
const days = 7;

const storedCollapsed = (): boolean => document.cookie.split('; ').includes(`${cookie}=collapsed`);

const storeCollapsed = (collapsed: boolean): void => {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: S1 §2 keeps this in a cookie; the Cookie Store API is not everywhere.
  document.cookie = `${cookie}=${collapsed ? 'collapsed' : 'open'}; path=/; max-age=${days * 86_400}; samesite=lax${secure}`;
};

export interface SidebarState {
  /** Icons only; on wide screens, and kept for seven days. */
  collapsed: boolean;
  /** The sheet on phones (S1 §9). */
  sheetOpen: boolean;
  closeSheet: () => void;
  toggle: () => void;
}

/** The sidebar's state, which Ctrl + B (⌘ + B on a Mac) toggles as its button does. */
export const useSidebarState = (): SidebarState => {
  const [collapsed, setCollapsed] = useState(storedCollapsed);
  const [sheetOpen, setSheetOpen] = useState(false);

  const toggle = (): void => {
    if (phone.matches) {
      setSheetOpen(!sheetOpen);
      return;
    }
    setCollapsed(!collapsed);
    storeCollapsed(!collapsed);
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event, 'b')) return;
      event.preventDefault();
      // What lies behind a dialog stays as it is; the sheet is the sidebar itself.
      if (!sheetOpen && document.querySelector('dialog[open]')) return;
      toggle();
    };
    const onResize = () => !phone.matches && setSheetOpen(false);
    window.addEventListener('keydown', onKey);
    phone.addEventListener('change', onResize);
    return () => {
      window.removeEventListener('keydown', onKey);
      phone.removeEventListener('change', onResize);
    };
  });

  return { collapsed, sheetOpen, closeSheet: () => setSheetOpen(false), toggle };
};
