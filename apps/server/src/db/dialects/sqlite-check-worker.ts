import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { SqliteFaults } from './sqlite-check.ts';

/** Milliseconds to wait for a writer. */
const patience = 30_000;

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Runs a check that throws where it finds something. */
const faultOf = (check: () => void): string | undefined => {
  try {
    check();
    return undefined;
  } catch (error) {
    return sentence(error);
  }
};

const integrityOf = (database: DatabaseSync): string[] => {
  try {
    return database
      .prepare('pragma integrity_check')
      .all()
      .map((row) => String(row['integrity_check']))
      .filter((line) => line !== 'ok');
  } catch (error) {
    return [sentence(error)];
  }
};

const referencesOf = (database: DatabaseSync): string[] =>
  database
    .prepare('pragma foreign_key_check')
    .all()
    .map(
      ({ table, rowid, parent }) =>
        `${String(table)}, row ${String(rowid)}: no such row in ${String(parent)}`,
    );

const { path } = workerData as { readonly path: string };
const database = new DatabaseSync(path, { timeout: patience });
// Every row is looked for in every index, all over the file.
database.exec('pragma cache_size = -262144');
const integrity = integrityOf(database);
const faults: SqliteFaults = {
  integrity,
  references: integrity.length > 0 ? [] : referencesOf(database),
  search:
    integrity.length > 0
      ? undefined
      : faultOf(() =>
          // An integrity check of FTS5 has the form of an insert, but writes nothing.
          database.exec("insert into search_index (search_index, rank) values ('integrity-check', 1)"),
        ),
};
database.close();
parentPort?.postMessage(faults, []);
