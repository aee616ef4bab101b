import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { checkDatabase } from '#db/check/check-database.ts';
import type { DatabaseChooser } from '#db/database-chooser.ts';

/** Removes a file of SQLite's where another database is chosen, and this one has no accounts. */
export const removeUnusedSqlite = async (chooser: DatabaseChooser, path: string): Promise<void> => {
  if (chooser.current().database.kind === 'sqlite' || !existsSync(path)) return;
  const verdict = await checkDatabase({ kind: 'sqlite', path });
  if (!verdict.ok || (verdict.state !== 'prepared' && verdict.state !== 'empty')) return;
  for (const suffix of ['', '-wal', '-shm']) await rm(path + suffix, { force: true });
};
