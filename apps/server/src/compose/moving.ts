import { existsSync, rmSync } from 'node:fs';
import { choiceOf, openSealer, replaceDatabase } from '#compose/database.ts';
import { openDataDir, reasonOf } from '#config/data-dir.ts';
import {
  type ChosenDatabase,
  chosenDatabase,
  describePlace,
  readDatabasePlace,
} from '#config/database-choice.ts';
import { type DatabasePlace, writeDatabaseFile } from '#config/database-file.ts';
import { type Config, ConfigError } from '#config/load.ts';
import { checkDatabase } from '#db/check/check-database.ts';
import { copyDatabase, type CopyProgress, type CopyReport } from '#db/copy/copy-database.ts';
import { dropCopy } from '#db/copy/drop-copy.ts';
import { removeMarker } from '#db/copy/marker.ts';
import { CopyRefusedError } from '#db/copy/source.ts';
import { DifferenceError } from '#db/copy/verify.ts';
import type { Db } from '#db/database.ts';
import { type DatabaseChoice, openDatabase } from '#db/open-database.ts';
import type { Sealer } from '#ports/sealer.ts';

export interface MoveOptions {
  readonly config: Config;
  /** `sqlite` or `postgres://…` */
  readonly to: string;
  /** Drops the remains of an earlier copy in the target, and begins anew. */
  readonly restart: boolean;
  readonly onProgress: (progress: CopyProgress) => void;
}

export interface MoveReport extends CopyReport {
  /** Source and target of the copy, without passwords. */
  readonly from: string;
  readonly to: string;
  /** False where the operator's configuration names the database, and has to be changed by hand. */
  readonly switched: boolean;
}

/**
 * `same`: the target is the current database. `refused`: nothing was changed. `different`: the copies differ.
 * `interrupted`: calling it again continues.
 */
export type MoveFault = 'same' | 'refused' | 'different' | 'interrupted';

/** A copy that did not end well. Its message is a sentence. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
  readonly code: MoveFault;

  constructor(code: MoveFault, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.code = code;
  }
}

const moveErrorOf = (cause: unknown): unknown => {
  if (cause instanceof MoveError || cause instanceof ConfigError) return cause;
  if (cause instanceof CopyRefusedError) return new MoveError('refused', cause.message, { cause });
  if (cause instanceof DifferenceError)
    return new MoveError(
      'different',
      `The copy is not what was copied: ${cause.message}. If something was changed since the copy began, run the command again with --restart.`,
      { cause },
    );
  return new MoveError(
    'interrupted',
    `The copy stopped: ${reasonOf(cause)}. Nothing was switched; run the same command again to go on.`,
    { cause },
  );
};

const isSame = (one: DatabasePlace, other: DatabasePlace): boolean =>
  one.kind === 'sqlite' || other.kind === 'sqlite' ? one.kind === other.kind : one.url === other.url;

/** Refuses a target that is neither empty nor begun by a copy. */
const refuseUnlessFree = async (target: DatabaseChoice, name: string): Promise<void> => {
  const check = await checkDatabase(target);
  if (!check.ok) throw new MoveError('refused', check.sentence);
  if (check.state !== 'installed') return;
  const way =
    target.kind === 'sqlite'
      ? `Move ${target.path} away (with its -wal and -shm files, if there are any) to copy into a new one.`
      : 'Choose an empty database.';
  throw new MoveError('refused', `${name} holds an installation already; nothing was changed. ${way}`);
};

const openSource = (choice: DatabaseChoice): Db => {
  if (choice.kind === 'postgres') return openDatabase(choice);
  if (!existsSync(choice.path))
    throw new MoveError('refused', `There is nothing to copy: ${choice.path} is not there.`);
  return openDatabase({ ...choice, readOnly: true });
};

const openTarget = async (choice: DatabaseChoice, restart: boolean): Promise<Db> => {
  const db = openDatabase(choice);
  if (!restart || !(await dropCopy(db))) return db;
  if (choice.kind === 'postgres') return db;
  await db.destroy();
  for (const suffix of ['', '-wal', '-shm']) rmSync(choice.path + suffix, { force: true });
  return openDatabase(choice);
};

const switchTo = (
  { setBy }: ChosenDatabase,
  { dataDir, place, sealer }: { dataDir: string; place: DatabasePlace; sealer: Sealer },
): boolean => {
  // The operator's word wins over the file: writing it would change nothing now, and surprise later.
  if (setBy === 'operator') return false;
  writeDatabaseFile(dataDir, place, sealer);
  return true;
};

const move = async (
  { config, to, restart, onProgress }: MoveOptions,
  dataDir: string,
): Promise<MoveReport> => {
  const sealer = openSealer(config, dataDir);
  const current = chosenDatabase(config, dataDir, sealer);
  const place = readDatabasePlace(to, '--to');
  const names = { from: describePlace(current.place), to: describePlace(place) };
  if (isSame(current.place, place)) throw new MoveError('same', `${names.to} is in use already.`);
  const target = choiceOf(place, dataDir);
  try {
    await refuseUnlessFree(target, names.to);
    const source = openSource(choiceOf(current.place, dataDir));
    try {
      const db = await openTarget(target, restart);
      try {
        let switched = false;
        const report = await copyDatabase({
          source,
          target: db,
          sourceName: names.from,
          onProgress,
          switchOver: () => {
            switched = switchTo(current, { dataDir, place, sealer });
          },
        });
        // The target is in use already; a server that starts meanwhile removes the marker as well.
        await removeMarker(db);
        return { ...report, ...names, switched };
      } finally {
        await db.destroy();
      }
    } finally {
      await source.destroy();
    }
  } catch (error) {
    throw moveErrorOf(error);
  }
};

/**
 * Copies everything into another database, compares row by row, and switches this data directory to it. The
 * caller keeps servers off the data directory; other commands are kept off here. The source stays unchanged.
 *
 * @throws ConfigError, MoveError
 */
export const moveDatabase = async (options: MoveOptions): Promise<MoveReport> => {
  const dataDir = openDataDir(options.config.dataDir);
  const letGo = replaceDatabase(dataDir);
  try {
    return await move(options, dataDir);
  } finally {
    letGo();
  }
};
