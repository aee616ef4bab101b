import { createHash } from 'node:crypto';
import type { Db } from '#db/database.ts';
import type { TableShape } from '#db/schema-introspection.ts';
import { countRows, hashOf, type Key, keyOf, lineOf, readRows, type Row, rowsAtOnce } from '#db/copy/rows.ts';

export interface TableReport {
  readonly name: string;
  readonly rows: number;
  /** SHA-256 over the hashes of its batches. */
  readonly sha256: string;
}

/** A copy differs from its source. The message names the first difference. */
export class DifferenceError extends Error {
  override readonly name = 'DifferenceError';
}

const firstDifference = (table: TableShape, from: readonly Row[], to: readonly Row[]): string => {
  const at = from.findIndex((row, index) => {
    const other = to[index];
    return other === undefined || lineOf(table, row) !== lineOf(table, other);
  });
  const row = from[at] ?? to[from.length];
  return row === undefined ? table.name : `${table.name} ${keyOf(table, row).join(', ')}`;
};

/** Compares every row of a table on both sides, batch by batch. @throws DifferenceError */
export const verifyTable = async (
  { source, target }: { readonly source: Db; readonly target: Db },
  table: TableShape,
  batch: number,
): Promise<TableReport> => {
  const hash = createHash('sha256');
  let rows = 0;
  let after: Key | undefined;
  for (;;) {
    const page = { after, limit: rowsAtOnce(table, batch) };
    const from: readonly Row[] = await readRows(source, table, page);
    const to = await readRows(target, table, page);
    const batchHash = hashOf(table, from);
    if (batchHash !== hashOf(table, to))
      throw new DifferenceError(`not the same on both sides: ${firstDifference(table, from, to)}`);
    hash.update(batchHash);
    rows += from.length;
    const last = from.at(-1);
    if (last === undefined) break;
    after = keyOf(table, last);
  }
  const counted = await countRows(target, table);
  if (counted !== rows) throw new DifferenceError(`${table.name} has ${counted} rows instead of ${rows}`);
  return { name: table.name, rows, sha256: hash.digest('hex') };
};
