import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What a stand-in remembers between runs, in one file of the data folder that only its owner may read. */
export class KeptFile<Content> {
  readonly content: Content;
  readonly #path: string;

  /** @param initial what it holds when there is no such file yet. */
  constructor(dataDir: string, name: string, initial: () => Content) {
    this.#path = join(dataDir, name);
    const exists = existsSync(this.#path);
    this.content = exists ? (JSON.parse(readFileSync(this.#path, 'utf8')) as Content) : initial();
    if (!exists) this.save();
  }

  /** Writes the content as it is now: the file is whole at every moment. */
  save(): void {
    const draft = `${this.#path}.draft`;
    writeFileSync(draft, JSON.stringify(this.content), { mode: 0o600 });
    renameSync(draft, this.#path);
  }
}

export const forgetFile = (dataDir: string, name: string): Promise<void> =>
  rm(join(dataDir, name), { force: true });
