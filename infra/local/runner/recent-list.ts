/** Keeps the newest entries and forgets the rest, so that a long run holds no more than a short one. */
export class RecentList<Entry> {
  readonly #entries: Entry[] = [];

  constructor(readonly limit: number) {}

  add(entry: Entry): void {
    this.#entries.push(entry);
    if (this.#entries.length > this.limit) this.#entries.shift();
  }

  newestFirst(): Entry[] {
    return this.#entries.toReversed();
  }
}
