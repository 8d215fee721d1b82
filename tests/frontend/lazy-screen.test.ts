import { createElement, Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type LazyScreen, lazyScreen } from '../../frontend/ui/lazy-part.ts';

const newScreen = () => lazyScreen(async () => ({ default: () => 'the screen' }));

const shown = (screen: LazyScreen<object>): string =>
  renderToStaticMarkup(createElement(Suspense, { fallback: 'waiting' }, createElement(screen)));

// What `Suspense` has put its fallback in front of, React shows 300 ms later at the earliest, however soon it is there.
test('a screen whose code is here already is shown at once, without the fallback', async () => {
  const loaded = newScreen();
  await loaded.load();
  expect(shown(loaded)).toBe('the screen');
  expect(shown(newScreen())).toContain('waiting');
});

test('a screen whose code could not be had is asked for again', async () => {
  let asked = 0;
  const screen = lazyScreen(async () => {
    asked += 1;
    if (asked === 1) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: () => 'the screen' };
  });
  await expect(screen.load()).rejects.toThrow('dynamically imported');
  await screen.load();
  expect(shown(screen)).toBe('the screen');
});
