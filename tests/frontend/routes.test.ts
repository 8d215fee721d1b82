import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { NavigationProvider, Outlet, Route, Routes, useParams } from '../../frontend/core/navigation.tsx';

const Item = () => JSON.stringify(useParams());
const Layout = () => ['<', createElement(Outlet, { key: 'outlet' }), '>'];

const route = (path: string | undefined, element: ReactNode, ...children: ReactNode[]) =>
  createElement(Route, { path, element, ...(children.length > 0 && { children }) });

const routes = [
  route('/', 'home'),
  route('/login', 'login'),
  route(
    '/dashboard',
    createElement(Layout),
    route(undefined, 'first'),
    route('/dashboard/items', 'items'),
    route('/dashboard/items/deleted', 'deleted'),
    route('/dashboard/items/:item', createElement(Item)),
    route('/dashboard/items/:item/parts/:part', createElement(Item)),
  ),
  route('*', 'nothing'),
];

/** The text that is shown at an address. */
const shownAt = (pathname: string): string => {
  Object.assign(globalThis, { location: { pathname, search: '' } });
  return renderToString(createElement(NavigationProvider, null, createElement(Routes, null, ...routes)))
    .replaceAll('<!-- -->', '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
};

describe('routes', () => {
  beforeAll(() => {
    Object.assign(globalThis, { history: { state: null } });
  });

  it.each([
    ['/', 'home'],
    ['/login', 'login'],
    ['/login/', 'login'],
    ['/Login', 'login'],
    ['/login/more', 'nothing'],
    ['//login', 'nothing'],
    ['/login//', 'nothing'],
    ['/dashboard', '<first>'],
    ['/dashboard/', '<first>'],
    ['/dashboards', 'nothing'],
    ['/dashboard/items', '<items>'],
    ['/dashboard/items/deleted', '<deleted>'],
    ['/dashboard/nothing', 'nothing'],
    ['/dashboard/items//', 'nothing'],
  ])('%s shows %s', (pathname, shown) => expect(shownAt(pathname)).toBe(shown));

  it.each([
    ['/dashboard/items/01J', { item: '01J' }],
    ['/dashboard/items/one%2Fhalf/parts/a%20b', { item: 'one/half', part: 'a b' }],
    ['/dashboard/items/%E7%9C%8B', { item: '看' }],
    ['/dashboard/items/100%25', { item: '100%' }],
    ['/dashboard/items/%E7%9C', { item: '%E7%9C' }],
  ])('%s names %o', (pathname, params) => {
    expect(JSON.parse(shownAt(pathname).slice(1, -1))).toEqual(params);
  });
});
