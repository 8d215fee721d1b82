import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { inject } from 'vitest';
import { openTable } from '../../services/core/dynamodb-table.ts';
import { profileKey } from '../../services/core/membership.ts';
import { organizationKey } from '../../services/core/organization.ts';
import type { Table } from '../../services/core/table.ts';
import type { Session } from '../../shared/access/contract.ts';
import type { Role } from '../../shared/core/access.ts';
import { type Route, type RouteRequest, type RouteResult, routePath } from '../../shared/core/contract.ts';
import type { Problem } from '../../shared/core/errors.ts';
import { seedMembership, seedOrganization, seedProfile } from './seeding.ts';

/** An answer as it came over HTTP. */
export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  text: string;
  body: Body;
}

interface RawRequest {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Sent as it is, in place of `body`. */
  rawBody?: string;
  headers?: Record<string, string>;
}

/** Sends one request to the running system, however wrong. */
export const send = async (
  route: Route,
  { params = {}, query = {}, body, rawBody, headers }: RawRequest,
): Promise<Answer> => {
  const path = routePath(route).replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(params[name] ?? `{${name}}`),
  );
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();
  const content = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(`${inject('system').url}${path}${search && `?${search}`}`, {
    method: route.method,
    headers: { ...(content !== undefined && { 'content-type': 'application/json' }), ...headers },
    body: content,
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
};

type TokenOptions = { use?: 'access' | 'id'; expiresInSeconds?: number; scope?: string; clientId?: string };

/** A token of the running system's user pool. */
export const tokenFor = async (
  person: { email: string; name?: string; emailVerified?: boolean },
  options: TokenOptions = {},
): Promise<string> => {
  const response = await fetch(inject('system').tokensUrl, {
    method: 'POST',
    body: JSON.stringify({ person, options }),
  });
  return response.text();
};

export interface Person {
  userId: string;
  email: string;
  /** As the identity provider calls them. */
  name: string;
  token: string;
  /** Sends any request as this person. */
  send: (route: Route, request?: RawRequest) => Promise<Answer>;
  /** Makes a valid call as this person and returns the body; fails the test on any other status than the route's. */
  call: <R extends Route>(
    route: R,
    request: RouteRequest<R>,
    headers?: Record<string, string>,
  ) => Promise<RouteResult<R>>;
}

/** Whom a token was made out to. */
const subjectOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub;

/** Somebody who can sign in, and has not yet: nothing is known of them but their token. */
export const newcomerTo = async (name: string): Promise<Person> => {
  const email = `${name.toLowerCase().replace(/\W+/g, '.')}.${randomUUID()}@example.com`;
  const token = await tokenFor({ email, name, emailVerified: true });
  const authorization = { authorization: `Bearer ${token}` };
  const as: Person['send'] = (route, request = {}) =>
    send(route, { ...request, headers: { ...authorization, ...request.headers } });
  const call: Person['call'] = async (route, request, headers) => {
    const answer = await as(route, { ...(request as RawRequest), headers });
    if (answer.status !== route.status)
      throw new Error(`${route.method} ${route.path}: ${answer.status} ${answer.text}`);
    return answer.body as never;
  };
  return { userId: subjectOf(token), email, name, token, send: as, call };
};

/** Somebody who has signed in for the first time and belongs to no group. */
export const stranger = async (name = 'Robin Stranger'): Promise<Person> => {
  const person = await newcomerTo(name);
  await seedProfile(table(), person);
  return person;
};

/** A client of the table past every policy. */
export const tableClient = (): DynamoDBClient => {
  const { tableEndpoint, region } = inject('system');
  return new DynamoDBClient({
    endpoint: tableEndpoint,
    region,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
};

let opened: Table | undefined;

/** The table past every policy, for states that no route leads to yet or that time would bring. */
export const table = (): Table => {
  opened ??= openTable(inject('system').tableName, tableClient());
  return opened;
};

/** Makes somebody a member in a role, without an invitation. */
export const join = async (
  person: Person,
  organizationId: string,
  role: Role,
  { onboardingCompleted = true } = {},
): Promise<Person> => {
  await seedMembership(table(), person.userId, organizationId, role, { onboardingCompleted });
  return person;
};

/** Takes somebody out of their group. */
export const removeFromGroup = async (person: Person): Promise<void> => {
  await table().write({
    update: profileKey(person.userId),
    expression: {
      text: 'REMOVE organizationId, #role, accountHolder, gsi1pk',
      names: { '#role': 'role' },
    },
  });
};

/** Lets the trial of a group have ended an hour ago. */
export const endTrial = async (organizationId: string): Promise<void> => {
  await table().write({
    update: organizationKey(organizationId),
    expression: {
      text: 'SET trialEndsAt = :ended',
      values: { ':ended': new Date(Date.now() - 3_600_000).toISOString() },
    },
  });
};

export interface Organization {
  id: string;
  name: string;
  /** Founder, account holder, owner. */
  owner: Person;
  manager: () => Promise<Person>;
  member: () => Promise<Person>;
  /** A member who has not chosen their role yet. */
  newcomer: (granted?: Role) => Promise<Person>;
}

/** A group with its founder; others join when they are asked for. */
export const organization = async (name = 'Signs & Sons'): Promise<Organization> => {
  const owner = await newcomerTo('Ada Founder');
  const id = await seedOrganization(table(), owner, { name, timeZone: 'Europe/Zurich' });
  return {
    id,
    name,
    owner,
    manager: async () => join(await stranger('Max Manager'), id, 'admin'),
    member: async () => join(await stranger('Mia Member'), id, 'member'),
    newcomer: async (granted = 'member') =>
      join(await stranger('Nils Newcomer'), id, granted, { onboardingCompleted: false }),
  };
};

/** A session but for where the log of its group ended, which moves by itself. */
export const withoutSeq = ({ membership, ...rest }: Session) => ({
  ...rest,
  membership: membership && { ...membership, seq: undefined },
});

/** The problem that an answer carries. */
export const problemIn = (answer: Answer): Problem => answer.body as Problem;
