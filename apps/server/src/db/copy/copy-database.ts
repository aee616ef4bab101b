import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import {
  copyStateOf,
  hasTable,
  readRestoreMarker,
  markerValuesOf,
  createMarker,
  readMarkerValue,
  removeMarker,
  writeMarkerValue,
} from '#db/copy/marker.ts';
import { copyLock, takeCopyLock } from '#db/copy/lock.ts';
import { clearWritten, insertRows, type Key, keyOf, readRows, rowsAtOnce } from '#db/copy/rows.ts';
import { CopyRefusedError, holdSource, refuseWhileWanted } from '#db/copy/source.ts';
import { dropSelfReferences, gatherStatistics, restoreSelfReferences } from '#db/copy/target.ts';
import { DifferenceError, type TableReport, verifyTable } from '#db/copy/verify.ts';
import { isConstraintViolation } from '#db/errors.ts';
import { isPostgres } from '#db/dialect.ts';
import { copyItemNumbers } from '#db/item-numbers.ts';
import { migrate } from '#db/migrate.ts';
import { type IntrospectedSchema, introspectSchema, type TableShape } from '#db/schema-introspection.ts';

export interface CopyProgress {
  readonly phase: 'copying' | 'verifying';
  readonly table: string;
  /** Rows so far. */
  readonly rows: number;
}

export interface CopyOptions {
  readonly source: Db;
  /** Empty, or with what an interrupted copy of the same source has left. */
  readonly target: Db;
  /** Identifies the source: the copy of another source is not continued. */
  readonly sourceName: string;
  readonly onProgress?: (progress: CopyProgress) => void;
  /** Switches to the copy, when it is complete and while the source accepts no writes. */
  readonly switchOver?: () => void;
  /** Rows at a time. */
  readonly batch?: number;
}

export interface CopyReport {
  readonly resumed: boolean;
  readonly tables: readonly TableReport[];
}

/** The progress of a table, recorded in the transaction of each batch. */
interface Position {
  readonly after?: Key | undefined;
  readonly rows: number;
  readonly done: boolean;
}

const noteOf = ({ name }: TableShape): string => `table:${name}`;

const positionOf = async (target: Db, table: TableShape): Promise<Position> => {
  const note = await readMarkerValue(target, noteOf(table));
  return note === undefined ? { rows: 0, done: false } : (JSON.parse(note) as Position);
};

/**
 * A row that violates a constraint is of another moment than the rows copied before: every retry would fail the
 * same way.
 */
const inWords =
  ({ name }: TableShape) =>
  (error: unknown): never => {
    if (!isConstraintViolation(error)) throw error;
    throw new DifferenceError(`${name} does not fit what was copied before`, { cause: error });
  };

const copyTable = async (
  { source, target, onProgress }: CopyOptions,
  table: TableShape,
  batch: number,
): Promise<void> => {
  let { after, rows, done } = await positionOf(target, table);
  while (!done) {
    const limit = rowsAtOnce(table, batch);
    const found = await readRows(source, table, { after, limit });
    const isFirst = after === undefined;
    const last = found.at(-1);
    after = last === undefined ? after : keyOf(table, last);
    rows += found.length;
    done = found.length < limit;
    const position: Position = { after, rows, done };
    await target
      .transaction()
      .execute(async (trx) => {
        if (isFirst) await clearWritten(trx, table);
        await insertRows(trx, table, found);
        await writeMarkerValue(trx, noteOf(table), JSON.stringify(position));
      })
      .catch(inWords(table));
    onProgress?.({ phase: 'copying', table: table.name, rows });
    await setImmediate();
  }
};

/** Notes that the tables are there, and empty. */
const preparedNote = 'prepared';

const hasRows = async (db: Db, { name }: TableShape): Promise<boolean> =>
  (await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)).rows.length > 0;

/** @throws CopyRefusedError where the target has rows that no copy has written: they are never deleted */
const refuseRows = async (target: Db, { tables, seeded }: IntrospectedSchema): Promise<void> => {
  for (const table of tables)
    if (!seeded.has(table.name) && (await hasTable(target, table.name)) && (await hasRows(target, table)))
      throw new CopyRefusedError(
        `The target holds rows in ${table.name} that this copy has not written; choose an empty database.`,
      );
};

/** Brings the schema up; what migrations put into tables comes from the source, too. */
const prepareTables = async (target: Db, shape: IntrospectedSchema): Promise<void> => {
  await migrate(target);
  try {
    await refuseRows(target, shape);
  } catch (error) {
    // A server has begun to use the database at the last moment: it is no copy any more.
    await removeMarker(target);
    throw error;
  }
  for (const { name } of shape.tables.toReversed())
    if (shape.seeded.has(name)) await sql`delete from ${sql.table(name)}`.execute(target);
  await writeMarkerValue(target, preparedNote, 'true');
};

/** Tells whether the tables of a copy in progress exist; copies of earlier versions have not recorded it. */
const isPrepared = async (target: Db): Promise<boolean> =>
  (await readMarkerValue(target, preparedNote)) !== undefined ||
  (await markerValuesOf(target, 'table:')).length > 0;

/** @returns whether an interrupted copy is continued */
const openTarget = async (
  { target, sourceName }: CopyOptions,
  shape: IntrospectedSchema,
): Promise<boolean> => {
  const state = await copyStateOf(target);
  if (state !== undefined) {
    if ((await readRestoreMarker(target)) !== undefined)
      throw new CopyRefusedError(
        'A backup is being restored into the target, or was just now; choose an empty database.',
      );
    if ((await readMarkerValue(target, 'source')) !== sourceName)
      throw new CopyRefusedError(
        'The target holds an unfinished copy of another database; run the command again with --restart to begin anew.',
      );
    if (state === 'verified') await writeMarkerValue(target, 'state', 'copying');
    if (!(await isPrepared(target))) await prepareTables(target, shape);
    return true;
  }
  await refuseRows(target, shape);
  // Before there is anything that a server could take for an installation that is about to be made.
  await createMarker(target, sourceName);
  await prepareTables(target, shape);
  return false;
};

/** Locks the target: one copy at a time, and never into the source itself. @returns how to release it */
const lockTarget = async (source: Db, target: Db): Promise<() => Promise<void>> => {
  if (!isPostgres(target)) return async () => undefined;
  if (isPostgres(source)) await sql`select pg_advisory_xact_lock(${copyLock})`.execute(source);
  const held = await target.startTransaction().execute();
  const letGo = async (): Promise<void> => {
    await held.rollback().execute();
  };
  try {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(held);
    await takeCopyLock(held);
    return letGo;
  } catch (error) {
    await letGo();
    throw error;
  }
};

/**
 * Copies every row of the application into another database and compares both row by row. The source is only
 * read. After an interruption, calling it again continues behind the last batch.
 *
 * The marker stays in the target, with the state `verified`, until the database is taken into use.
 *
 * @throws CopyRefusedError, DifferenceError
 */
export const copyDatabase = async (options: CopyOptions): Promise<CopyReport> => {
  const { target, onProgress, batch = 1_000 } = options;
  const shape = await introspectSchema();
  return holdSource(options.source, shape, async (source) => {
    const letGo = await lockTarget(source, target);
    try {
      const held = { ...options, source };
      const resumed = await openTarget(held, shape);
      await dropSelfReferences(target);
      for (const table of shape.tables) await copyTable(held, table, batch);
      await restoreSelfReferences(target).catch((error: unknown) => {
        if (!isConstraintViolation(error)) throw error;
        throw new DifferenceError('a row refers to one that was not copied', { cause: error });
      });
      const tables: TableReport[] = [];
      for (const table of shape.tables) {
        const report = await verifyTable(held, table, batch);
        onProgress?.({ phase: 'verifying', table: table.name, rows: report.rows });
        tables.push(report);
      }
      await copyItemNumbers(source, target);
      await gatherStatistics(target, shape.tables);
      await refuseWhileWanted(source, shape);
      await writeMarkerValue(target, 'state', 'verified');
      options.switchOver?.();
      return { resumed, tables };
    } finally {
      await letGo();
    }
  });
};
