import type { Contract, Method, Route } from '../../shared/core/contract.ts';
import { type ModuleName, modules } from '../../shared/modules.ts';

/** What the browser needs of a route at run time; its schemas stay behind as a type. */
export interface RouteLine<R extends Route> {
  readonly method: Method;
  readonly path: string;
  /** Called without a token. */
  readonly public?: true;
  /** Never present: carries the route's type to the client. */
  readonly route?: R;
}

const linesOf = <C extends Contract>(contract: C) =>
  Object.fromEntries(
    Object.entries(contract.routes).map(([name, { method, path, access: who }]) => [
      name,
      { method, path, ...(who === 'public' && { public: true }) },
    ]),
  ) as { [K in keyof C['routes']]: RouteLine<C['routes'][K]> };

/** Every operation of the API. The website's build replaces this module by its value (vite.config.ts). */
export const routeTable = Object.fromEntries(
  Object.entries(modules).map(([name, contract]) => [name, linesOf(contract as Contract)]),
) as unknown as { [M in ModuleName]: ReturnType<typeof linesOf<(typeof modules)[M]>> };
