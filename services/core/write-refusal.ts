import { type Row, type Table, type Write, WriteRefused } from './table.ts';

/** The first write whose condition did not hold: its index among the writes, and its row as it is. */
export interface Refusal {
  index: number;
  row: Row | undefined;
}

/** Runs a write; null when it went through, else what refused it. Every other error is thrown on. */
export const refusalOf = async (write: () => Promise<unknown>): Promise<Refusal | null> => {
  try {
    await write();
    return null;
  } catch (error) {
    const [first] = error instanceof WriteRefused ? error.refused : [];
    if (!first) throw error;
    return first;
  }
};

/** Writes one row: the row as it is now, or what refused it. */
export const writeRow = async (
  table: Table,
  write: Write,
): Promise<{ row: Row; refusal?: undefined } | { row?: undefined; refusal: Refusal }> => {
  let row: Row | undefined;
  const refusal = await refusalOf(async () => {
    row = await table.write(write);
  });
  return refusal ? { refusal } : { row: row as Row };
};
