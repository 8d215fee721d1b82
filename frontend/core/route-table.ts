import { access } from '../../shared/access/contract.ts';
import { billing } from '../../shared/billing/contract.ts';
import { chat } from '../../shared/chat/contract.ts';
import type { Contract, Method, Route } from '../../shared/core/contract.ts';
import { currency } from '../../shared/currency/contract.ts';
import { history } from '../../shared/history/contract.ts';
import { live } from '../../shared/live/contract.ts';
import { tasks } from '../../shared/tasks/contract.ts';
import { team } from '../../shared/team/contract.ts';

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
export const routeTable = {
  access: linesOf(access),
  billing: linesOf(billing),
  chat: linesOf(chat),
  currency: linesOf(currency),
  history: linesOf(history),
  live: linesOf(live),
  tasks: linesOf(tasks),
  team: linesOf(team),
};
