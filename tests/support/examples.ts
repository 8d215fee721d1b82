import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import type { Route, RouteRequest } from '../../shared/core/contract.ts';
import { type ModuleName, modules } from '../../shared/modules.ts';
import { stream } from './controls.ts';
import { invitationLink } from './mails.ts';
import { fieldsOf } from './named-fields.ts';
import type { Organization, Person } from './people.ts';
import { aTask } from './tasks.ts';

/** Who makes the request, and in whose group the things that it names live. */
export interface Setting {
  caller: Person;
  organization: Organization;
}

interface Example<R extends Route> {
  /** A valid request, on things that exist in the organization. Called anew for each use. */
  request: (setting: Setting) => Promise<RouteRequest<R>>;
  /** Who calls, where it is not an ordinary member of the organization. */
  caller?: CallerKind;
  /** Afterwards the caller may no longer ask for this. */
  endsRight?: true;
  /** Of a list with a cursor: makes two entries for the list that the request asks for. */
  fill?: (setting: Setting, request: RouteRequest<R>) => Promise<unknown>;
}

/** `account holder` and `newcomer` call in an organization of their own, since what they do may change it for good. */
export type CallerKind = 'stranger' | 'account holder' | 'newcomer';

type Examples = {
  [M in ModuleName]: {
    [R in keyof (typeof modules)[M]['routes']]: Example<(typeof modules)[M]['routes'][R] & Route>;
  };
};

const versionOf = async (organization: Organization): Promise<number> =>
  (await organization.owner.call(modules.access.routes.getSession, {})).membership?.organization
    .version as number;

const twice = (make: (setting: Setting) => Promise<unknown>) => async (setting: Setting) => {
  await make(setting);
  await make(setting);
};

const aDeletedTask = async ({ owner }: Organization) => {
  const { id, version } = await aTask(owner);
  await owner.call(modules.tasks.routes.remove, { params: { taskId: id }, query: { version } });
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
    completeOnboarding: { caller: 'newcomer', request: async () => ({ body: { role: 'member' } }) },
    changeProfile: { request: async () => ({ body: { name: 'Mia Renamed', theme: 'dark' } }) },
    exportProfile: { request: async () => ({}) },
    deleteAccount: {
      caller: 'newcomer',
      endsRight: true,
      request: async ({ caller }) => ({ body: { email: caller.email } }),
    },
    signOutEverywhere: { caller: 'newcomer', endsRight: true, request: async () => ({}) },
    changeOrganization: {
      caller: 'account holder',
      request: async ({ organization }) => ({
        body: { version: await versionOf(organization), name: 'Signs & Daughters' },
      }),
    },
    transferOwnership: {
      caller: 'account holder',
      endsRight: true,
      request: async ({ organization }) => ({
        body: {
          userId: (await organization.member()).userId,
          groupName: organization.name,
          ownRole: 'admin',
        },
      }),
    },
  },
  billing: {
    getPlan: { caller: 'account holder', request: async () => ({}) },
    getPayments: { caller: 'account holder', request: async () => ({}) },
    startCheckout: { caller: 'account holder', request: async () => ({ body: { plan: 'monthly' } }) },
    openPortal: {
      caller: 'account holder',
      request: async ({ organization }) => {
        await organization.owner.call(modules.billing.routes.startCheckout, { body: { plan: 'yearly' } });
        return {};
      },
    },
    closeOrganization: {
      caller: 'account holder',
      endsRight: true,
      request: async ({ organization: { name } }) => ({ body: { name } }),
    },
  },
  chat: {
    getState: { request: async () => ({}) },
    listMessages: { request: async () => ({}) },
    sendMessage: { request: async () => ({ body: { id: randomUUID(), text: 'The van is back.' } }) },
    // Only the sender deletes, so it is the caller who sends, where they can.
    removeMessage: {
      request: async ({ caller, organization }) => {
        const request = { body: { id: randomUUID(), text: 'Never mind.' } };
        const sent = await caller.send(modules.chat.routes.sendMessage, request);
        if (sent.status !== 201) await organization.owner.send(modules.chat.routes.sendMessage, request);
        return { params: { messageId: request.body.id } };
      },
    },
    markRead: { request: async () => ({ body: { upTo: 0 } }) },
  },
  currency: {
    getRates: { request: async () => ({}) },
  },
  history: {
    listSince: { request: async () => ({ query: { after: 0 } }) },
    listActivity: { request: async () => ({}), fill: twice(({ organization }) => aTask(organization.owner)) },
    listLatestByPerson: { request: async () => ({}) },
    listOfRecord: {
      request: async ({ organization }) => {
        const { id } = await aTask(organization.owner);
        await stream.settled();
        return { params: { entity: 'task', recordId: id } };
      },
      fill: ({ organization }, { params }) =>
        organization.owner.call(modules.tasks.routes.change, {
          params: { taskId: params.recordId },
          body: { version: 1, title: 'Changed' },
        }),
    },
    search: { request: async () => ({ query: { q: 'paint' } }) },
  },
  live: {
    createTicket: { request: async () => ({}) },
  },
  tasks: {
    list: { request: async () => ({}), fill: twice(({ organization }) => aTask(organization.owner)) },
    create: { request: async () => ({ body: { title: `Paint ${ulid()}`, deadline: '2026-04-01' } }) },
    listDeleted: { request: async () => ({}), fill: twice(({ organization }) => aDeletedTask(organization)) },
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
  team: {
    // A code that works: failures are counted per address, and all tests come from one.
    checkCode: {
      request: async ({ organization }) => ({
        body: { code: (await organization.owner.call(modules.team.routes.createCode, { body: {} })).code },
      }),
    },
    openInvitation: {
      request: async ({ organization }) => ({ body: { link: await aLink(organization) } }),
    },
    joinByCode: {
      caller: 'stranger',
      request: async ({ organization }) => ({
        body: { code: (await organization.owner.call(modules.team.routes.createCode, { body: {} })).code },
      }),
    },
    joinByInvitation: {
      caller: 'stranger',
      request: async ({ caller, organization }) => ({
        body: {
          invitationId: (
            await organization.owner.call(modules.team.routes.invite, { body: { email: caller.email } })
          ).id,
        },
      }),
    },
    listReceivedInvitations: { caller: 'stranger', request: async () => ({}) },
    leave: { caller: 'newcomer', request: async () => ({}) },
    listMembers: { request: async () => ({}) },
    getMember: {
      request: async ({ organization }) => ({ params: { userId: organization.owner.userId } }),
    },
    changeRole: {
      caller: 'account holder',
      request: async ({ organization }) => ({
        params: { userId: (await organization.member()).userId },
        body: { role: 'admin' },
      }),
    },
    removeMember: {
      caller: 'account holder',
      request: async ({ organization }) => ({ params: { userId: (await organization.member()).userId } }),
    },
    listCodes: {
      caller: 'account holder',
      request: async () => ({}),
      fill: twice(({ organization }) =>
        organization.owner.call(modules.team.routes.createCode, { body: {} }),
      ),
    },
    createCode: {
      caller: 'account holder',
      request: async () => ({ body: { description: 'For the workshop' } }),
    },
    revokeCode: {
      caller: 'account holder',
      request: async ({ organization }) => ({
        params: { codeId: (await organization.owner.call(modules.team.routes.createCode, { body: {} })).id },
      }),
    },
    removeCode: {
      caller: 'account holder',
      request: async ({ organization }) => ({
        params: { codeId: (await organization.owner.call(modules.team.routes.createCode, { body: {} })).id },
      }),
    },
    listInvitations: {
      caller: 'account holder',
      request: async () => ({}),
      fill: twice(({ organization }) => anInvitation(organization)),
    },
    invite: {
      caller: 'account holder',
      request: async () => ({ body: { email: `${ulid().toLowerCase()}@example.com`, role: 'admin' } }),
    },
    resendInvitation: {
      caller: 'account holder',
      request: async ({ organization }) => anInvitation(organization),
    },
    withdrawInvitation: {
      caller: 'account holder',
      request: async ({ organization }) => anInvitation(organization),
    },
  },
};

const links = new Map<string, Promise<string>>();
/** The link of an invitation: one for each group, whose seats and mails are limited. */
const aLink = ({ id, owner }: Organization): Promise<string> => {
  const sent = async () => {
    const email = `linked.${id.toLowerCase()}@example.com`;
    await owner.call(modules.team.routes.invite, { body: { email } });
    return invitationLink(email);
  };
  const link = links.get(id) ?? sent();
  links.set(id, link);
  return link;
};

const anInvitation = async (organization: Organization) => {
  const body = { email: `${ulid().toLowerCase()}@example.com` };
  return {
    params: { invitationId: (await organization.owner.call(modules.team.routes.invite, { body })).id },
  };
};

/** A record that the ids of requests name: how one comes to be, and how it goes. */
interface Named {
  /** @returns its id, and what else a request that names it has to say of it */
  make: (organization: Organization) => Promise<string>;
  /** Absent where a deleted one goes on to be shown for what it was. */
  remove?: (organization: Organization, id: string) => Promise<unknown>;
  /** All that its organization sees of it; undefined when it sees nothing. */
  seen: (organization: Organization, id: string) => Promise<unknown>;
  /** An id that no record has. */
  unknown: () => string;
}

const ofItems = async <T extends { id: string }>(page: Promise<{ items: T[] }>, id: string) =>
  (await page).items.find((item) => item.id === id);

/** Modules whose records have all the routes of `defineRecordRoutes`: whatever holds for every kind of record is a loop over them. */
export const recordModules = (Object.keys(modules) as ModuleName[]).filter((module) =>
  ['list', 'create', 'get', 'change', 'remove', 'listDeleted', 'restore'].every(
    (name) => name in modules[module].routes,
  ),
);

/** What ids of a module's records name, by the examples of its routes. */
const namedRecord = (module: ModuleName): Named & { kind: string } => {
  const routes = modules[module].routes as unknown as Record<string, Route>;
  const requests = examples[module] as unknown as Record<string, Example<Route>>;
  const [id] = fieldsOf(routes.get as Route);
  const params = (value: string) => ({ [id?.path[0] as string]: value });
  type Stored = { id: string; version: number };
  const call = async ({ owner }: Organization, name: string, request: object) =>
    (await owner.call(routes[name] as Route, request as never)) as unknown;
  const get = ({ owner }: Organization, value: string) =>
    owner.send(routes.get as Route, { params: params(value) });
  return {
    kind: id?.names as string,
    make: async (organization) => {
      const request = await requests.create?.request({ caller: organization.owner, organization });
      return ((await call(organization, 'create', request as object)) as Stored).id;
    },
    remove: async (organization, value) => {
      const { version } = (await get(organization, value)).body as Stored;
      return call(organization, 'remove', { params: params(value), query: { version } });
    },
    seen: async (organization, value) => {
      const { status, body } = await get(organization, value);
      return status === 200
        ? body
        : ofItems(call(organization, 'listDeleted', {}) as Promise<{ items: Stored[] }>, value);
    },
    unknown: ulid,
  };
};
const records = Object.fromEntries(recordModules.map(namedRecord).map((record) => [record.kind, record]));

/** By what a field declares that it names (`naming`, shared/core/ids.ts). */
export const named: Record<string, Named> = {
  ...records,
  // Of what kind, another field says: of tasks in the examples. The history of a deleted one stays.
  record: {
    make: async (organization) => {
      const id = await (records.task as Named).make(organization);
      await stream.settled();
      return id;
    },
    seen: (records.task as Named).seen,
    unknown: ulid,
  },
  member: {
    make: async (organization) => (await organization.member()).userId,
    remove: ({ owner }, userId) => owner.call(modules.team.routes.removeMember, { params: { userId } }),
    seen: async ({ owner }, userId) =>
      (await owner.call(modules.team.routes.listMembers, {})).items.find((one) => one.userId === userId),
    unknown: randomUUID,
  },
  // A deleted message stays in its place, without its text.
  message: {
    make: async ({ owner }) => {
      const body = { id: randomUUID(), text: 'The van is back.' };
      return (await owner.call(modules.chat.routes.sendMessage, { body })).id;
    },
    seen: ({ owner }, id) => ofItems(owner.call(modules.chat.routes.listMessages, {}), id),
    unknown: randomUUID,
  },
  code: {
    make: async ({ owner }) => (await owner.call(modules.team.routes.createCode, { body: {} })).id,
    remove: ({ owner }, codeId) => owner.call(modules.team.routes.removeCode, { params: { codeId } }),
    seen: ({ owner }, id) => ofItems(owner.call(modules.team.routes.listCodes, {}), id),
    unknown: ulid,
  },
  invitation: {
    make: async (organization) => (await anInvitation(organization)).params.invitationId,
    remove: ({ owner }, invitationId) =>
      owner.call(modules.team.routes.withdrawInvitation, { params: { invitationId } }),
    seen: ({ owner }, id) => ofItems(owner.call(modules.team.routes.listInvitations, {}), id),
    unknown: ulid,
  },
};

export interface AnyExample {
  module: ModuleName;
  name: string;
  route: Route;
  request: (
    setting: Setting,
  ) => Promise<{ params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }>;
  caller?: CallerKind;
  endsRight?: true;
  fill?: (setting: Setting, request: object) => Promise<unknown>;
}

/** All routes of all modules, with their examples. */
export const everyRoute: AnyExample[] = (Object.keys(modules) as ModuleName[]).flatMap((module) =>
  Object.entries(modules[module].routes as Record<string, Route>).map(([name, route]) => ({
    module,
    name,
    route,
    ...(
      examples[module] as unknown as Record<
        string,
        Pick<AnyExample, 'request' | 'caller' | 'endsRight' | 'fill'>
      >
    )[name],
  })),
) as AnyExample[];
