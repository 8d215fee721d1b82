/** What may be logged about a request: never a name, an address, a token or anything a person typed. */
export interface LogFields {
  requestId?: string;
  route?: string;
  organizationId?: string;
  userId?: string;
  status?: number;
  code?: string;
  durationMs?: number;
  [field: string]: unknown;
}

const write = (level: 'info' | 'warn' | 'error', message: string, fields: LogFields) => {
  console[level](JSON.stringify({ level, message, ...fields }));
};

/** An error's name, message and stack, for the operator. */
const described = (error: unknown) =>
  error instanceof Error
    ? {
        error: error.name,
        reason: error.message,
        stack: error.stack,
        cause: error.cause && String(error.cause),
      }
    : { error: String(error) };

/** Structured log: one JSON line per event, found by request id. */
export const log = {
  info: (message: string, fields: LogFields) => write('info', message, fields),
  warn: (message: string, fields: LogFields) => write('warn', message, fields),
  error: (message: string, error: unknown, fields: LogFields) =>
    write('error', message, { ...fields, ...described(error) }),
};
