import type { LocalStripeAccount } from './stripe-account.ts';
import type { StripeEvent } from './stripe-objects.ts';

/** An event on its way to us, as `/_local` shows it. */
export interface Delivery {
  eventId: string;
  type: string;
  at: Date;
  attempts: number;
  /** The last answer; undefined before the first, 0 when there was none. */
  status: number | undefined;
}

/** Stripe waits minutes to hours; here somebody is looking. */
const retryAfterSeconds = [1, 3, 10, 30, 120];
const timeoutMs = 15_000;
const mostDeliveries = 100;

/** Sends events as Stripe does: signed, not in any promised order, and again until they are taken. */
export class StripeDeliveries {
  readonly #account: () => LocalStripeAccount;
  readonly #webhookUrl: () => string;
  readonly #deliveries: Delivery[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(account: () => LocalStripeAccount, webhookUrl: () => string) {
    this.#account = account;
    this.#webhookUrl = webhookUrl;
  }

  /** Newest first. */
  list(): Delivery[] {
    return this.#deliveries.toReversed();
  }

  /** Sends an event once, signed now. @returns the answer's status, 0 when there was none */
  async deliver(event: StripeEvent): Promise<number> {
    const payload = JSON.stringify(event, null, 2);
    const sent = fetch(this.#webhookUrl(), {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': this.#account().sign(payload),
      },
      body: payload,
      signal: AbortSignal.timeout(timeoutMs),
    });
    // To the sender, no answer is the same as any other failure.
    return sent.then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
  }

  /** Sends an event until it is taken. */
  send(event: StripeEvent): void {
    const delivery: Delivery = {
      eventId: event.id,
      type: event.type,
      at: new Date(),
      attempts: 0,
      status: undefined,
    };
    this.#deliveries.push(delivery);
    if (this.#deliveries.length > mostDeliveries) this.#deliveries.shift();
    this.#later(0, event, delivery);
  }

  #later(seconds: number, event: StripeEvent, delivery: Delivery): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      const attempt = this.#attempt(event, delivery);
      this.#underWay.add(attempt);
      void attempt.finally(() => this.#underWay.delete(attempt));
    }, seconds * 1000).unref();
    this.#timers.add(timer);
  }

  async #attempt(event: StripeEvent, delivery: Delivery): Promise<void> {
    delivery.attempts += 1;
    delivery.status = await this.deliver(event);
    const wait = retryAfterSeconds[delivery.attempts - 1];
    const isTaken = delivery.status >= 200 && delivery.status < 300;
    if (!isTaken && wait !== undefined) this.#later(wait, event, delivery);
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.allSettled(this.#underWay);
  }
}
