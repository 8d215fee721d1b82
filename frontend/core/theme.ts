import { useSyncExternalStore } from 'react';
import { remember } from './device-store.ts';

export type Theme = 'light' | 'dark';

// The key that public/theme-boot.js reads before the first paint.
const key = 'gh-theme';
const listeners = new Set<() => void>();

const currentTheme = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

/** Applies a theme at once and remembers it in this browser. */
export const setTheme = (theme: Theme): void => {
  document.documentElement.dataset.theme = theme;
  remember(key, theme);
  for (const listener of listeners) listener();
};

export const useTheme = (): Theme =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentTheme);
