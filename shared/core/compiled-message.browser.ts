import type { CompiledMessage } from 'icu-minify/format';

/** frontend/compiled-messages.ts compiles all messages of the website at build; the compiler is ten times as large as what formats. */
export const compiledMessage = (message: CompiledMessage): CompiledMessage => message;
