/**
 * What this tab itself has written lately. Whoever asks the server for what changed must neither overtake a write that is on
 * its way nor ask again for what the write has shown already.
 */
const keptFor = 10_000;
let underway = 0;
/** Ids of records, and until when (milliseconds since 1970). */
const written = new Map<string, number>();

const note = (id: unknown): void => {
  if (typeof id === 'string') written.set(id, Date.now() + keptFor);
};

/** Runs a write. `ids` are those that it names; an answer that is a record names one, too. */
export const tracked = async <T>(ids: readonly string[], write: () => Promise<T>): Promise<T> => {
  underway += 1;
  try {
    const answer = await write();
    for (const [id, until] of written) if (until < Date.now()) written.delete(id);
    for (const id of ids) note(id);
    note((answer as { id?: unknown } | undefined)?.id);
    return answer;
  } finally {
    underway -= 1;
  }
};

export const writesUnderway = (): boolean => underway > 0;

/** Whether this tab wrote a record in the last ten seconds. */
export const wroteLately = (id: string): boolean => (written.get(id) ?? 0) > Date.now();
