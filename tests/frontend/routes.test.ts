import { createRoutesFromElements, matchRoutes } from 'react-router-dom';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { paths } from '../../frontend/core/paths.ts';

describe('routes', () => {
  let matchOf: (pathname: string) => { path: string | undefined; params: object };

  beforeAll(async () => {
    // What the modules ask of a browser as they load.
    vi.stubGlobal('window', globalThis);
    vi.stubGlobal('addEventListener', () => {});
    const { screens } = await import('../../frontend/app/router.tsx');
    const routes = createRoutesFromElements(screens);
    matchOf = (pathname) => {
      const matches = matchRoutes(routes, pathname) ?? [];
      return {
        path: matches.findLast(({ route }) => route.path !== undefined)?.route.path,
        params: matches.at(-1)?.params ?? {},
      };
    };
    return () => vi.unstubAllGlobals();
  });

  it.each([
    ['/', '*'],
    [paths.login, paths.login],
    ['/login/', paths.login],
    ['/Login', paths.login],
    // An address that ends in two slashes is a slip of the hand, and the page is clear.
    ['/login//', paths.login],
    ['//login', '*'],
    ['/login/more', '*'],
    [paths.dashboard, paths.dashboard],
    ['/dashboard/', paths.dashboard],
    ['/dashboards', '*'],
    [paths.tasks, paths.task],
    [paths.deletedTasks, paths.deletedTasks],
    ['/dashboard/tasks/01J', paths.task],
    ['/dashboard/tasks/01J/more', '*'],
    ['/dashboard/nothing', '*'],
    [paths.team, paths.team],
    ['/dashboard/team//', paths.team],
    ['/dashboard/team/01J', paths.member],
    ['/dashboard/team/01J/more', '*'],
    ['/settings', '/settings'],
  ])('%s shows %s', (pathname, path) => expect(matchOf(pathname).path).toBe(path));

  it.each([
    ['/dashboard/team/01J', '01J'],
    ['/dashboard/team/one%2Fhalf', 'one/half'],
    ['/dashboard/team/a%20b', 'a b'],
    ['/dashboard/team/%E7%9C%8B', '看'],
    ['/dashboard/team/100%25', '100%'],
    ['/dashboard/team/%E7%9C', '%E7%9C'],
  ])('%s names %o', (pathname, userId) => expect(matchOf(pathname).params).toEqual({ userId }));
});
