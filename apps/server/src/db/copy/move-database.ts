import { existsSync, rmSync } from 'node:fs';
import { checkDatabase } from '#db/check/check-database.ts';
import { copyDatabase, type CopyProgress, type CopyReport } from '#db/copy/copy-database.ts';
import { dropCopy } from '#db/copy/drop-copy.ts';
import { removeMarker } from '#db/copy/marker.ts';
import { CopyRefusedError } from '#db/copy/source.ts';
import { DifferenceError } from '#db/copy/verify.ts';
import type { Db } from '#db/database.ts';
import { type DatabaseChoice, openDatabase } from '#db/open-database.ts';
import { reasonOf } from '#lib/reason-of.ts';

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
  if (cause instanceof MoveError) return cause;
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

const isSame = (one: DatabaseChoice, other: DatabaseChoice): boolean =>
  one.kind === 'sqlite' || other.kind === 'sqlite' ? one.kind === other.kind : one.url === other.url;

export interface DatabaseMove {
  readonly source: DatabaseChoice;
  readonly target: DatabaseChoice;
  /** Source and target in words, without passwords. */
  readonly names: { readonly from: string; readonly to: string };
  /** Drops the remains of an earlier copy in the target, and begins anew. */
  readonly restart: boolean;
  readonly onProgress: (progress: CopyProgress) => void;
  /** Makes the target the database in use; called once the two are alike. */
  readonly switchOver: () => void;
}

/** Copies everything into another database, compares row by row, and switches to it. @throws MoveError */
export const moveDatabase = async (move: DatabaseMove): Promise<CopyReport> => {
  const { names, restart, onProgress, switchOver } = move;
  if (isSame(move.source, move.target)) throw new MoveError('same', `${names.to} is in use already.`);
  try {
    await refuseUnlessFree(move.target, names.to);
    const source = openSource(move.source);
    try {
      const target = await openTarget(move.target, restart);
      try {
        const report = await copyDatabase({ source, target, sourceName: names.from, onProgress, switchOver });
        // The target is in use already; a server that starts meanwhile removes the marker as well.
        await removeMarker(target);
        return report;
      } finally {
        await target.destroy();
      }
    } finally {
      await source.destroy();
    }
  } catch (error) {
    throw moveErrorOf(error);
  }
};
