import { inject } from 'vitest';
import type { LocalCloud } from '../../infra/local/runner/local-cloud.ts';

/** Each call of an interface, over the control server of the running system. */
type Remote<Calls> = {
  [Name in keyof Calls]: Calls[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never;
};

const call = async (name: string, args: unknown[]): Promise<unknown> => {
  const response = await fetch(inject('system').controlUrl, {
    method: 'POST',
    body: JSON.stringify({ call: name, args }),
  });
  const { result, error } = (await response.json()) as { result?: unknown; error?: string };
  if (error !== undefined) throw new Error(`${name}: ${error}`);
  return result;
};

const remote = <Calls>(prefix: string): Remote<Calls> =>
  new Proxy({} as Remote<Calls>, {
    get:
      (_, name) =>
      (...args: unknown[]) =>
        call(`${prefix}${String(name)}`, args),
  });

/** Stripe's side of the running system: what a person does at its pages, and its events. */
export const stripe = remote<LocalCloud['stripe']>('stripe.');

/** The web sockets of the running system: which are open, and cutting them. */
export const sockets = remote<LocalCloud['sockets']>('sockets.');

/** How changes come to the change feed: held up, delivered again, in other batches, with failures. */
export const stream = remote<LocalCloud['stream']>('stream.');

/** Mails, schedules and queues of the running system. */
export const system = remote<Pick<LocalCloud, 'mails' | 'runSchedule' | 'messages'>>('');
