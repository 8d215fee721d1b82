import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import { withoutContext } from './message-syntax.ts';

const known = new Map<string, CompiledMessage>();

/**
 * A message as `icu-minify` formats it. In a browser compiled-message.browser.ts stands in its place (`imports` of package.json):
 * there everything was compiled at build.
 */
export const compiledMessage = (message: CompiledMessage): CompiledMessage => {
  if (typeof message !== 'string') return message;
  const before = known.get(message);
  if (before !== undefined) return before;
  const compiled = compile(withoutContext(message));
  known.set(message, compiled);
  return compiled;
};
