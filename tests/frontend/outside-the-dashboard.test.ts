import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, describe, expect, it } from 'vitest';

describe('outside of the dashboard, where nobody is known (S1 §8, context misuse)', () => {
  beforeAll(() => {
    // What the modules ask of a browser as they load.
    Object.assign(globalThis, {
      window: globalThis,
      addEventListener: () => {},
      location: { pathname: '/dashboard/settings', search: '' },
      history: { state: null },
    });
  });

  it.each([
    ['theme and accent', () => import('../../frontend/features/settings/appearance-tab.tsx')],
    ['currency', () => import('../../frontend/features/settings/currency-tab.tsx')],
  ])('%s raise an error', async (_, load: () => Promise<{ default: ComponentType }>) => {
    const { default: Tab } = await load();
    const page = createElement(
      QueryClientProvider,
      { client: new QueryClient() },
      createElement(MemoryRouter, null, createElement(Tab)),
    );
    expect(() => renderToString(page)).toThrow('useMember is used outside of the dashboard.');
  });
});
