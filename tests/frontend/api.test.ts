import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepTokens, openBrowser, refusal, serve } from '../support/fake-browser.ts';

const load = async () => {
  const [{ api }, { routeTable }] = await Promise.all([
    import('../../frontend/core/api.ts'),
    import('../../frontend/core/route-table.ts'),
  ]);
  return {
    read: () => api(routeTable.tasks.list, { query: {} }),
    create: (title: string) => api(routeTable.tasks.create, { body: { title, deadline: '2026-04-01' } }),
    change: () =>
      api(routeTable.tasks.change, { params: { taskId: 'one' }, body: { version: 1, title: 'x' } }),
  };
};

beforeEach(() => {
  openBrowser();
  keepTokens('ada');
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a submission', () => {
  it.each([
    ['nothing came back', 'nothing' as const],
    ['the server failed', refusal(500, 'internal')],
    ['the server was busy', refusal(503, 'unavailable')],
    ['it was too much', refusal(429, 'requests.too_many')],
  ])(
    'that is repeated because %s has the same key, and a new one when it is known what became of it',
    async (_, failed) => {
      const asked = serve((__, before) =>
        before.length < 2 ? failed : { status: 201, json: { id: 'one' } },
      );
      const { create } = await load();
      await expect(create('Paint')).rejects.toThrow();
      await expect(create('Paint')).rejects.toThrow();
      await create('Paint');
      await create('Paint');
      const keys = asked.map(({ key }) => key);
      expect(keys[0]).toMatch(/.{8}/);
      expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
      expect(keys[3]).not.toBe(keys[0]);
    },
  );

  it.each([409, 422, 403])(
    'that was refused with %i is another one when it is sent again',
    async (status) => {
      const asked = serve(() => refusal(status, 'refused'));
      const { create } = await load();
      await expect(create('Paint')).rejects.toMatchObject({ status, code: 'refused' });
      await expect(create('Paint')).rejects.toThrow();
      expect(asked[0]?.key).not.toBe(asked[1]?.key);
    },
  );

  it('with other content has another key, and what is no submission has none', async () => {
    const asked = serve(() => 'nothing');
    const { change, create, read } = await load();
    for (const call of [() => create('One'), () => create('Other'), change, read])
      await expect(call()).rejects.toMatchObject({ status: 0, code: 'unreachable' });
    expect(asked[0]?.key).not.toBe(asked[1]?.key);
    expect(asked.slice(2).map(({ key }) => key)).toEqual([null, null]);
  });
});

describe('a call that does not succeed', () => {
  it('says what the server said: sentence, fields, request id, the record as it is, when to come back', async () => {
    const current = { id: 'one', version: 2 };
    const errors = [{ field: 'title', message: 'Title is required' }];
    serve(() => {
      const answer = refusal(409, 'version.conflict', { current, errors });
      return answer === 'nothing' ? answer : { ...answer, headers: { 'retry-after': '7' } };
    });
    const { change } = await load();
    await expect(change()).rejects.toMatchObject({
      status: 409,
      code: 'version.conflict',
      message: 'Refused: version.conflict',
      requestId: 'request-1',
      retryAfterSeconds: 7,
      current,
      errors,
    });
  });

  it.each([
    [401, 'signed_out'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [413, 'body.too_large'],
    [429, 'unavailable'],
    [503, 'unavailable'],
    [502, 'internal'],
  ])('with %i of the gateway is told in our words (%s)', async (status, code) => {
    serve(() => ({ status, headers: { 'apigw-requestid': 'gateway-1' } }));
    const { read } = await load();
    await expect(read()).rejects.toMatchObject({ status, code, requestId: 'gateway-1' });
  });

  it('on a device that is offline says so', async () => {
    serve(() => 'nothing');
    vi.stubGlobal('navigator', { onLine: false });
    const { read } = await load();
    await expect(read()).rejects.toMatchObject({ status: 0, code: 'offline' });
  });

  it('for want of a valid token drops the tokens, so that nobody is led round in circles', async () => {
    serve(() => refusal(401, 'signed_out'));
    const { read } = await load();
    await expect(read()).rejects.toMatchObject({ code: 'signed_out' });
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('because the page is somebody else’s by now ends the page: what comes later is nothing to show', async () => {
    serve((_, before) =>
      before.length === 0 ? refusal(409, 'identity.changed') : { status: 200, json: { items: [] } },
    );
    const left = vi.fn();
    vi.stubGlobal('location', { pathname: '/dashboard', search: '', replace: left });
    const { read } = await load();
    await expect(read()).rejects.toMatchObject({ code: 'identity.changed' });
    expect(left).toHaveBeenCalledOnce();
    await expect(read()).rejects.toMatchObject({ code: 'identity.changed' });
  });
});
