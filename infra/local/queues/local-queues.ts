import { randomUUID } from 'node:crypto';
import { KeptFile } from '../runner/kept-file.ts';
import { type LocalTemplate, TemplateError } from '../runner/template.ts';

export const queuesFile = 'queues.json';

/** A message that lies in a queue until somebody looks at it. */
export interface KeptMessage {
  id: string;
  queue: string;
  at: string;
  body: string;
}

const mostMessages = 500;

/** SQS, as far as Lambda puts messages there. They are kept in the data folder and shown on `/_local`. */
export class LocalQueues {
  readonly #kept: KeptFile<KeptMessage[]>;
  readonly #names: ReadonlyMap<string, string>;

  constructor(dataDir: string, template: LocalTemplate) {
    this.#kept = new KeptFile<KeptMessage[]>(dataDir, queuesFile, () => []);
    this.#names = new Map(
      template.all('AWS::SQS::Queue').map((queue) => [queue.attribute('Arn'), queue.attribute('QueueName')]),
    );
  }

  /** Newest first, of all queues. */
  messages(): KeptMessage[] {
    return this.#kept.content.toReversed();
  }

  /** @throws TemplateError when there is no such queue */
  checkThereIs(queueArn: string): void {
    if (!this.#names.has(queueArn)) throw new TemplateError(`there is no queue ${queueArn}`);
  }

  send(queueArn: string, body: object): void {
    this.checkThereIs(queueArn);
    this.#kept.content.push({
      id: randomUUID(),
      queue: String(this.#names.get(queueArn)),
      at: new Date().toISOString(),
      body: JSON.stringify(body),
    });
    this.#kept.content.splice(0, this.#kept.content.length - mostMessages);
    this.#kept.save();
  }
}
