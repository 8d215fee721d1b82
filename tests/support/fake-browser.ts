import { vi } from 'vitest';

/** A browser's storage, whose names are its own properties. */
export class FakeStorage {
  [name: string]: unknown;
  getItem(name: string): string | null {
    return Object.hasOwn(this, name) ? String(this[name]) : null;
  }
  setItem(name: string, value: string): void {
    this[name] = value;
  }
  removeItem(name: string): void {
    delete this[name];
  }
}

const client = 'CognitoIdentityServiceProvider.client';

export const tokenOf = (sub: string): string =>
  `head.${Buffer.from(JSON.stringify({ sub, exp: 4_000_000_000 })).toString('base64url')}.signature`;

/** Puts the tokens of somebody where a sign-in leaves them. */
export const keepTokens = (sub: string): void => {
  localStorage.setItem(`${client}.LastAuthUser`, `google_${sub}`);
  localStorage.setItem(`${client}.google_${sub}.accessToken`, tokenOf(sub));
};

/** A tab: modules that are imported from now on are its own. */
export interface FakeTab {
  window: EventTarget;
  sessionStorage: FakeStorage;
}

/** Opens a tab, or goes back to one and loads its page anew; storage that tabs share stays. */
export const openTab = (tab: Partial<FakeTab> = {}): FakeTab => {
  const opened = { window: new EventTarget(), sessionStorage: tab.sessionStorage ?? new FakeStorage() };
  vi.resetModules();
  vi.stubGlobal('window', opened.window);
  vi.stubGlobal('sessionStorage', opened.sessionStorage);
  return opened;
};

/** A browser in which nobody has been yet, with one tab. To be taken away with `vi.unstubAllGlobals`. */
export const openBrowser = (): FakeTab => {
  vi.stubGlobal('localStorage', new FakeStorage());
  vi.stubGlobal('location', { pathname: '/dashboard/tasks', search: '', replace: () => {} });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { body: {}, title: '' }));
  vi.stubGlobal('navigator', { onLine: true });
  return openTab();
};

/** What a page asked of the API. */
export interface Asked {
  method: string;
  path: string;
  key: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it freely
  body: any;
}

type Answer = { status: number; json?: unknown; headers?: Record<string, string> } | 'nothing';

/**
 * A server of which a test says what it answers, call by call; `nothing`: the connection breaks.
 * @returns what was asked so far
 */
export const serve = (
  answer: (asked: Asked, before: readonly Asked[]) => Answer | Promise<Answer>,
): Asked[] => {
  const all: Asked[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', headers, body }: RequestInit) => {
    const asked: Asked = {
      method,
      path: address,
      key: new Headers(headers).get('idempotency-key'),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    };
    const before = [...all];
    all.push(asked);
    const given = await answer(asked, before);
    if (given === 'nothing') throw new TypeError('Failed to fetch');
    const type = given.status < 400 ? 'application/json' : 'application/problem+json';
    return new Response(given.json === undefined ? null : JSON.stringify(given.json), {
      status: given.status,
      headers: { ...(given.json !== undefined && { 'content-type': type }), ...given.headers },
    });
  });
  return all;
};

/** A refusal as the API words it. */
export const refusal = (status: number, code: string, more: object = {}): Answer => ({
  status,
  json: { type: 'about:blank', code, status, title: `Refused: ${code}`, requestId: 'request-1', ...more },
});
