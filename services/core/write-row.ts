import { type Row, refusalOf, type Table, type Write, type WriteRefused } from './table.ts';

/** Writes one row, which no transaction with others needs: the row as it is now, or what refused it. */
export const writeRow = async (
  table: Table,
  write: Write,
): Promise<{ row: Row; refusal?: undefined } | { row?: undefined; refusal: WriteRefused }> => {
  let row: Row | undefined;
  const refusal = await refusalOf(
    table.write(write).then((written) => {
      row = written;
    }),
  );
  return refusal ? { refusal } : { row: row as Row };
};
