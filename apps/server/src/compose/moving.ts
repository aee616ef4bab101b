import { choiceOf, openSealer, replaceDatabase } from '#compose/database.ts';
import { openDataDir } from '#config/data-dir.ts';
import { chosenDatabase, describePlace, readDatabasePlace } from '#config/database-choice.ts';
import { writeDatabaseFile } from '#config/database-file.ts';
import type { Config } from '#config/load.ts';
import type { CopyReport } from '#db/copy/copy-database.ts';
import { type DatabaseMove, moveDatabase } from '#db/copy/move-database.ts';

export { MoveError, type MoveFault } from '#db/copy/move-database.ts';

export interface MoveOptions extends Pick<DatabaseMove, 'restart' | 'onProgress'> {
  readonly config: Config;
  /** `sqlite` or `postgres://…` */
  readonly to: string;
}

export interface MoveReport extends CopyReport {
  /** Source and target of the copy, without passwords. */
  readonly from: string;
  readonly to: string;
  /** False where the operator's configuration names the database, and has to be changed by hand. */
  readonly switched: boolean;
}

/**
 * Copies everything into another database, compares row by row, and switches this data directory to it. The
 * caller keeps servers off the data directory; other commands are kept off here. The source stays unchanged.
 *
 * @throws ConfigError, MoveError
 */
export const moveInstalledDatabase = async ({ config, to, ...options }: MoveOptions): Promise<MoveReport> => {
  const dataDir = openDataDir(config.dataDir);
  const letGo = replaceDatabase(dataDir);
  try {
    const sealer = openSealer(config, dataDir);
    const current = chosenDatabase(config, dataDir, sealer);
    const place = readDatabasePlace(to, '--to');
    const names = { from: describePlace(current.place), to: describePlace(place) };
    // The operator's word wins over the file: writing it would change nothing now, and surprise later.
    const isKept = current.setBy !== 'operator';
    const report = await moveDatabase({
      ...options,
      source: choiceOf(current.place, dataDir),
      target: choiceOf(place, dataDir),
      names,
      switchOver: () => {
        if (isKept) writeDatabaseFile(dataDir, place, sealer);
      },
    });
    return { ...report, ...names, switched: isKept };
  } finally {
    letGo();
  }
};
