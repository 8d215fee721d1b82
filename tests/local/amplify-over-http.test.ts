import { expect, test } from 'vitest';
import { amplifyOverHttp } from '../../infra/local/cognito/amplify-over-http.ts';

type Hooks = {
  config: (config: object, environment: { command: string }) => object;
  transform: (code: string, id: string) => { code: string } | null;
  buildEnd: (this: { error: (message: string) => never }, error?: Error) => void;
};

const hooks = () => amplifyOverHttp() as unknown as Hooks;
const signIn = 'node_modules/@aws-amplify/auth/dist/esm/providers/cognito/apis/signInWithRedirect.mjs';
// biome-ignore lint/suspicious/noTemplateCurlyInString: a text of Amplify's source.
const address = '`https://${domain}/oauth2/authorize?';

const fail = {
  error: (message: string): never => {
    throw new Error(message);
  },
};

test('knows every place of the Amplify that is installed', () => {
  expect(() => hooks().config({}, { command: 'build' })).not.toThrow();
});

test('changes those places and nothing else', () => {
  const { transform } = hooks();
  expect(transform(`const url = ${address}a=1\`;`, signIn)?.code).toContain('`http://');
  expect(transform(`const url = ${address}a=1\`;`, 'src/mine.ts')).toBeNull();
});

test('stops when Amplify has changed', () => {
  expect(() => hooks().transform('const url = other;', signIn)).toThrow(/Amplify has changed/);
  expect(() => hooks().transform(address + address, signIn)).toThrow(/exactly once/);
});

test('stops a build that did not meet Amplify', () => {
  const { config, buildEnd } = hooks();
  config({}, { command: 'build' });
  expect(() => buildEnd.call(fail)).toThrow(/signInWithRedirect/);
});
