import type { Db } from '#db/database.ts';
import { checkSqlite } from '#db/dialects/sqlite-check.ts';
import { inTransaction } from '#db/in-transaction.ts';
import { isPostgres } from '#db/dialect.ts';
import { rebuildSearch } from '#db/rebuild-search.ts';
import { appliedMigrations, schemaStateOf } from '#db/schema-version.ts';
import { fileOf } from '#db/snapshot.ts';
import { probeTables } from '#db/probe-tables.ts';
import type { Check } from './doctor.types.ts';
import { areReachable, cycleBreakersOf } from './cycles.rules.ts';
import {
  moveToTop,
  correctSize,
  countItems,
  eachItemPage,
  listUnreachable,
  listFoldersUp,
  listMisplaced,
  listMissized,
} from './integrity.repo.ts';

/** Checks that the schema is that of this version. */
export const checkSchema =
  (db: Db): Check =>
  async ({ advance, fault }) => {
    advance();
    const state = schemaStateOf(await appliedMigrations(db));
    if (state === 'newer') fault('The database was written by a newer Holdall. Update this one.');
    if (state === 'older')
      fault('The database is of an older Holdall. Start the server once: it brings it up to date.');
    if (state === 'empty') fault('The database holds no installation.');
  };

/** Checks that the database can be read and is consistent. */
export const checkDatabase =
  (db: Db): Check =>
  async ({ advance, fault, repairedOne, repair }) => {
    if (isPostgres(db)) {
      const { tables, faults } = await probeTables(db);
      advance(tables);
      for (const sentence of faults) fault(sentence);
      return;
    }
    advance();
    const path = await fileOf(db);
    if (path === undefined) return;
    const { integrity, references, search } = await checkSqlite(path);
    for (const sentence of [...integrity, ...references]) fault(sentence);
    if (search === undefined) return;
    fault(`The index of names is not what the names are (${search}).`);
    if (!repair) return;
    await rebuildSearch(db);
    repairedOne();
  };

/** Checks that every item is reachable, and has the size of its bytes. */
export const checkItems =
  (db: Db): Check =>
  async ({ expect, advance, fault, repairedOne, repair }) => {
    expect(await countItems(db));
    let isReachable = true;
    for await (const page of eachItemPage(db)) {
      // Only folders are walked: files are reachable with their folder.
      isReachable &&= areReachable(await listFoldersUp(db, page));
      for (const { id, name } of await listMisplaced(db, page))
        fault(`“${name}” (${id}) is in a folder of somebody else.`);
      for (const { id, name } of await listMissized(db, page)) {
        fault(`“${name}” (${id}) or a version of it says another size than its bytes have.`);
        if (!repair) continue;
        await inTransaction(db, (trx) => correctSize(trx, id));
        repairedOne();
      }
      advance(page.count);
    }
    const unreachable = isReachable ? [] : await listUnreachable(db);
    for (const { id, name } of unreachable) fault(`“${name}” (${id}) is in no folder that can be reached.`);
    if (!repair || unreachable.length === 0) return;
    for (const item of cycleBreakersOf(unreachable)) await inTransaction(db, (trx) => moveToTop(trx, item));
    const left = new Set((await listUnreachable(db)).map(({ id }) => id));
    for (const { id } of unreachable) if (!left.has(id)) repairedOne();
  };
