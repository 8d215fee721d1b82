import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { bearerOf, type HttpEvent, keyedIn } from '../../services/core/caller.ts';
import { toKeyedRequest } from '../../services/core/idempotency.ts';
import { headersOf, parseRequest } from '../../services/core/parse-request.ts';
import { defineRoute, type Route } from '../../shared/core/contract.ts';
import { now } from './seeded.ts';

const post = defineRoute({
  method: 'POST',
  path: '/signs/{signId}',
  summary: 'Paint',
  status: 201,
  access: 'signed-in',
  params: z.strictObject({ signId: z.string().max(5) }),
  query: z.strictObject({ big: z.string('Say how big.').max(3, 'At most 3.').optional() }),
  body: z.strictObject({
    text: z.string('Write something.'),
    more: z.strictObject({ list: z.array(z.number('A number.')) }).optional(),
  }),
});
const get: Route = { method: 'GET', path: '/signs', summary: 'Look', status: 200, access: 'signed-in' };

const eventWith = (
  event: Record<string, unknown> = {},
  claims: unknown = { sub: 'ada', auth_time: '100', username: 'ada-1' },
) =>
  ({
    rawPath: '/api/signs/one',
    rawQueryString: 'big=yes',
    pathParameters: { signId: 'one' },
    headers: {},
    body: undefined,
    isBase64Encoded: false,
    requestContext: { http: { sourceIp: '192.0.2.7' }, authorizer: claims && { jwt: { claims } } },
    ...event,
  }) as unknown as HttpEvent;
const request = { requestId: 'request-1', now };
const bearer = (event: HttpEvent, route: Route = post) => bearerOf(event, request, route);
const refusal = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    const { code, details } = error as { code: string; details: object };
    return [code, details];
  }
  return 'nothing refused it';
};
const signedOut = ['signed_out', {}];

describe('the bearer of a request', () => {
  it('is whom the authorizer’s claims name, and nothing that the request says', () => {
    const event = eventWith({ headers: { Authorization: 'Bearer the.token', 'user-id': 'eve' } });
    expect(bearer(event)).toEqual({
      ...request,
      ip: { viewer: '192.0.2.7', lastHop: '192.0.2.7' },
      userId: 'ada',
      authTime: 100,
      username: 'ada-1',
      actingAs: undefined,
      accessToken: 'the.token',
      keyed: undefined,
    });
  });

  it.each([
    ['no claims', null],
    ['nobody', { auth_time: '100' }],
    ['an empty name', { sub: '', auth_time: '100' }],
    ['a name that is no text', { sub: 7, auth_time: '100' }],
    ['no time of signing in', { sub: 'ada' }],
    ['a time that is none', { sub: 'ada', auth_time: 'soon' }],
    ['the beginning of time', { sub: 'ada', auth_time: '0' }],
    ['a time before it', { sub: 'ada', auth_time: '-1' }],
  ])('with %s has not signed in', (_, claims) => {
    expect(refusal(() => bearer(eventWith({}, claims)))).toEqual(signedOut);
  });

  it('without an authorizer at all, or a name of the sign-in service, is met with as little trust', () => {
    const event = eventWith();
    expect(refusal(() => bearer({ ...event, requestContext: { http: { sourceIp: '' } } } as never))).toEqual(
      signedOut,
    );
    expect(
      refusal(() =>
        bearer({ ...event, requestContext: { authorizer: {}, http: { sourceIp: '' } } } as never),
      ),
    ).toEqual(signedOut);
    for (const username of [undefined, 7])
      expect(bearer(eventWith({}, { sub: 'ada', auth_time: 1, username })).username).toBe('');
  });

  it('has a token, without the word before it, however that is written', () => {
    const tokenOf = (authorization: string | undefined) =>
      bearer(eventWith({ headers: { authorization } })).accessToken;
    expect(['Bearer abc', 'bearer abc', 'BEARER   abc', 'abc', undefined].map(tokenOf)).toEqual([
      'abc',
      'abc',
      'abc',
      'abc',
      '',
    ]);
    expect(tokenOf('abc Bearer def')).toBe('abc Bearer def');
  });

  it('is whom their page shows, or their page is told so', () => {
    const shown = (value: string) =>
      bearer(eventWith({ headers: { 'guildhall-acting-as': value } })).actingAs;
    expect(shown('ada')).toEqual({ userId: 'ada', organizationId: undefined });
    expect(shown('ada one')).toEqual({ userId: 'ada', organizationId: 'one' });
    for (const value of ['ben', 'ben one', '', 'ada one two'])
      expect(refusal(() => shown(value))).toEqual(['identity.changed', {}]);
  });

  it('submits by a key where something is made or removed, and what they submit is method, path, query and body', () => {
    const headers = { 'Idempotency-Key': 'k' };
    const event = eventWith({ headers, body: '{}' });
    const content = ['POST', '/api/signs/one', 'big=yes', '{}'];
    const digest = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
    expect(bearer(event).keyed).toEqual({
      row: { pk: 'USER#ada', sk: 'SUBMISSION#k' },
      fingerprint: digest,
    });
    expect(bearer(event, { ...post, method: 'DELETE' }).keyed).toBeDefined();
    for (const route of [get, { ...post, method: 'PATCH' as const }])
      expect(bearer(event, route).keyed).toBeUndefined();
    expect(bearer(eventWith()).keyed).toBeUndefined();
    expect(refusal(() => bearer(eventWith({ headers: { 'idempotency-key': 'a b' } })))).toEqual([
      'idempotency_key.invalid',
      {},
    ]);
  });

  it('takes no answer along from one organization to another', () => {
    const keyed = toKeyedRequest('k', 'ada', ['x']);
    const actor = {
      userId: 'ada',
      organizationId: 'one',
      role: 'owner',
      accountHolder: true,
      name: 'Ada',
    } as const;
    expect(keyedIn(undefined, actor)).toBeUndefined();
    expect(keyedIn(keyed, actor)).toEqual({
      row: keyed?.row,
      fingerprint: `${keyed?.fingerprint}@one`,
    });
  });
});

describe('a request', () => {
  const json = { 'Content-Type': 'application/json' };
  const parse = (event: Record<string, unknown>, route: Route = post) =>
    parseRequest(route, eventWith(event));
  const withBody = (body: string | undefined, more: Record<string, unknown> = {}) => ({
    headers: json,
    body,
    ...more,
  });

  it('is read by the route’s schemas', () => {
    expect(parse(withBody('{"text":"Hi"}', { queryStringParameters: { big: 'yes' } }))).toEqual({
      params: { signId: 'one' },
      query: { big: 'yes' },
      body: { text: 'Hi' },
    });
    expect(
      parse(withBody(Buffer.from('{"text":"é"}').toString('base64'), { isBase64Encoded: true })).body,
    ).toEqual({ text: 'é' });
    expect(parse({ pathParameters: undefined, headers: undefined }, get)).toEqual({
      params: {},
      query: {},
      body: undefined,
    });
    expect(parse({ isBase64Encoded: true }, get).body).toBeUndefined();
    expect(parse({ body: ' \n ' }, get).body).toBeUndefined();
    expect(parse(withBody('{}'), get).body).toEqual({});
  });

  it('with a path that can be no id is one for what does not exist', () => {
    for (const pathParameters of [{ signId: 'too long' }, {}, undefined])
      expect(refusal(() => parse(withBody('{"text":"Hi"}', { pathParameters })))).toEqual(['not_found', {}]);
  });

  it('has headers by their lower-case names', () => {
    expect(headersOf(eventWith({ headers: { 'X-One': '1', two: '2' } }))).toEqual({ 'x-one': '1', two: '2' });
    expect(headersOf(eventWith({ headers: undefined }))).toEqual({});
  });

  it('has a body of 256 kB at most, in bytes and not in letters', () => {
    const most = 256 * 1024;
    const letters = (count: number, letter = 'x') => withBody(JSON.stringify({ text: letter.repeat(count) }));
    const around = '{"text":""}'.length;
    expect(parse(letters(most - around)).body).toBeDefined();
    expect(refusal(() => parse(letters(most - around + 1)))).toEqual(['body.too_large', {}]);
    expect(refusal(() => parse(letters(most / 2, 'é')))).toEqual(['body.too_large', {}]);
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON ;x',
    'application/json ',
  ])('of type %j is JSON', (type) => {
    expect(parse({ headers: { 'content-type': type }, body: '{"text":"Hi"}' }).body).toEqual({ text: 'Hi' });
  });

  it.each(['text/plain', 'application/json5', 'x application/json', 'application/jsonp; x', undefined])(
    'of type %j is not',
    (type) => {
      expect(refusal(() => parse({ headers: { 'content-type': type }, body: '{}' }))).toEqual([
        'body.unsupported_type',
        {},
      ]);
    },
  );

  it('with a body that can’t be read is told so, and the log why', () => {
    const detail = 'The request body is not valid JSON.';
    expect(refusal(() => parse(withBody('{"text":')))).toEqual(['malformed', { detail }]);
    expect(() => parse(withBody('{'))).toThrow(expect.objectContaining({ cause: expect.any(SyntaxError) }));
  });

  it('with fields that are wrong is told which, and why', () => {
    const errors = (event: Record<string, unknown>, route?: Route) => refusal(() => parse(event, route));
    const said = (...list: [string, string][]) => [
      'invalid',
      { errors: list.map(([field, message]) => ({ field, message })) },
    ];
    expect(errors(withBody('{}'))).toEqual(said(['text', 'Write something.']));
    expect(errors(withBody('{"text":"Hi","more":{"list":[1,"x"]}}'))).toEqual(
      said(['more.list.1', 'A number.']),
    );
    expect(errors(withBody('{"text":"Hi","a":1,"b":2}'))).toEqual(
      said(['a', 'This field is not known.'], ['b', 'This field is not known.']),
    );
    expect(errors(withBody('{"text":"Hi","more":{"list":[],"a":1}}'))).toEqual(
      said(['more.a', 'This field is not known.']),
    );
    const fieldOf = (outcome: unknown) =>
      (outcome as [string, { errors: { field: string }[] }])[1].errors.map(({ field }) => field);
    expect(fieldOf(errors(withBody('[]')))).toEqual(['body']);
    expect(fieldOf(errors({}))).toEqual(['body']);
    expect(errors(withBody('{"text":"Hi"}', { queryStringParameters: { big: 'huge' } }))).toEqual(
      said(['big', 'At most 3.']),
    );
    expect(errors({ queryStringParameters: { a: '1' } }, get)).toEqual(
      said(['a', 'This field is not known.']),
    );
    expect(errors(withBody('{"a":1}'), get)).toEqual(said(['a', 'This field is not known.']));
    expect(fieldOf(errors(withBody('7'), get))).toEqual(['body']);
    const query: Route = { ...get, query: z.strictObject({}).refine(() => false, 'Never.') };
    expect(errors({}, query)).toEqual(said(['query', 'Never.']));
  });

  it('of nothing but nonsense is not answered with all of it', () => {
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`field${n}`, n])));
    const [, { errors }] = refusal(() => parse(withBody(body))) as [string, { errors: unknown[] }];
    expect(errors).toHaveLength(50);
  });
});
