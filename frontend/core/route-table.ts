import { access } from '../../shared/access/contract.ts';
import type { Contract, Method, Route } from '../../shared/core/contract.ts';
import { tasks } from '../../shared/tasks/contract.ts';

/** What the browser needs of a route at run time; its schemas stay behind as a type. */
export interface RouteLine<R extends Route> {
  readonly method: Method;
  readonly path: string;
  /** Never present: carries the route's type to the client. */
  readonly route?: R;
}

const linesOf = <C extends Contract>(contract: C) =>
  Object.fromEntries(
    Object.entries(contract.routes).map(([name, { method, path }]) => [name, { method, path }]),
  ) as { [K in keyof C['routes']]: RouteLine<C['routes'][K]> };

/** Every operation of the API. The website's build replaces this module by its value (vite.config.ts). */
export const routeTable = { access: linesOf(access), tasks: linesOf(tasks) };
