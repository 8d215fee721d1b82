import { ulid } from 'ulid';
import type { Route, RouteRequest } from '../../shared/core/contract.ts';
import { type ModuleName, modules } from '../../shared/modules.ts';
import type { Organization, Person } from './people.ts';
import { aTask } from './tasks.ts';

/** Who makes the request, and in whose group the things that it names live. */
interface Setting {
  caller: Person;
  organization: Organization;
}

interface Example<R extends Route> {
  /** A valid request, on things that exist in the organization. Called anew for each use. */
  request: (setting: Setting) => Promise<RouteRequest<R>>;
  /** Who calls, where it is not a member of the organization. */
  caller?: 'stranger';
}

type Examples = {
  [M in ModuleName]: {
    [R in keyof (typeof modules)[M]['routes']]: Example<(typeof modules)[M]['routes'][R] & Route>;
  };
};

/** A valid request for every route: a new route without one does not compile, so it can't escape the contract tests. */
export const examples: Examples = {
  access: {
    openSession: { request: async () => ({}) },
    getSession: { request: async () => ({}) },
    foundOrganization: {
      caller: 'stranger',
      request: async () => ({ body: { name: 'Signs & Sons', timeZone: 'Europe/Zurich' } }),
    },
  },
  tasks: {
    list: { request: async () => ({}) },
    create: { request: async () => ({ body: { title: `Paint ${ulid()}`, deadline: '2026-04-01' } }) },
    listDeleted: { request: async () => ({}) },
    get: {
      request: async ({ organization }) => ({ params: { taskId: (await aTask(organization.owner)).id } }),
    },
    change: {
      request: async ({ organization }) => {
        const { id, version } = await aTask(organization.owner);
        return { params: { taskId: id }, body: { version, title: 'Changed' } };
      },
    },
    remove: {
      request: async ({ organization }) => {
        const { id, version } = await aTask(organization.owner);
        return { params: { taskId: id }, query: { version } };
      },
    },
    restore: {
      request: async ({ caller, organization }) => {
        // Undo belongs to whoever deleted, so it is the caller who deletes, where they can.
        const { id, version } = await aTask(organization.owner);
        const remove = { params: { taskId: id }, query: { version: String(version) } };
        const removed = await caller.send(modules.tasks.routes.remove, remove);
        if (removed.status !== 200) await organization.owner.send(modules.tasks.routes.remove, remove);
        return { params: { taskId: id }, body: { version: version + 1 } };
      },
    },
  },
};

export interface AnyExample {
  module: ModuleName;
  name: string;
  route: Route;
  request: (
    setting: Setting,
  ) => Promise<{ params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }>;
  caller?: 'stranger';
}

/** All routes of all modules, with their examples. */
export const everyRoute: AnyExample[] = (Object.keys(modules) as ModuleName[]).flatMap((module) =>
  Object.entries(modules[module].routes as Record<string, Route>).map(([name, route]) => ({
    module,
    name,
    route,
    ...(examples[module] as unknown as Record<string, Pick<AnyExample, 'request' | 'caller'>>)[name],
  })),
) as AnyExample[];
