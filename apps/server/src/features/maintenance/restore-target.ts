import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readRestoreMarker, writeRestoreMarker, markVerified, removeMarker } from '#db/copy/marker.ts';
import type { Db } from '#db/database.ts';
import { openDatabase } from '#db/open-database.ts';
import { hasTables, schemaStateOf } from '#db/schema-version.ts';
import { syncDirectory } from '#lib/file-sync.ts';
import { replaceFile } from '#lib/replace-file.ts';
import type { ReadBackups } from '#ports/backup-store.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';
import type { Manifest } from './backup.types.ts';

/** Thrown if a backup cannot be restored, before anything changed. The message is for people. */
export class RestoreRefusedError extends Error {
  override readonly name = 'RestoreRefusedError';
}

export const refuse = (sentence: string): never => {
  throw new RestoreRefusedError(sentence);
};

/** The target of a restore. */
export interface RestoreTarget {
  readonly dataDir: string;
  readonly blobs: OwnedBlobStore;
  /** The operator's bucket, if `blobs` is one; undefined for the disk. */
  readonly operator: ObjectStorage | undefined;
  readonly readBackups: ReadBackups;
  /** The operator's key; undefined for the data directory's own. */
  readonly secretKey: Uint8Array | undefined;
  /** An open PostgreSQL database; undefined for SQLite in the data directory. */
  readonly postgres: Db | undefined;
  /** SQLite's file. */
  readonly sqlitePath: string;
  /** The database's name for people, without a password. */
  readonly databaseName: string;
  /** Makes the data directory name its database, sealed by the key that it gets; undefined uses its own. */
  readonly keepPlace: (key: Uint8Array | undefined) => void;
}

/** The file which says that a restore into the data directory is incomplete. */
export const restoringFile = 'restoring.json';

const begunSchema = z.object({
  /** The name of the backup. */
  name: z.string(),
  /** The database's name. */
  database: z.string(),
  /** A random marker, which is in the database as well and keeps others from filling it. */
  mark: z.string(),
});
type BegunRestore = z.output<typeof begunSchema>;

/** Returns the interrupted restore into the data directory. */
export const begunRestore = (dataDir: string): BegunRestore | undefined => {
  const path = join(dataDir, restoringFile);
  if (!existsSync(path)) return undefined;
  try {
    return begunSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return refuse(`${path} cannot be read: nobody knows what was being restored. Give an empty folder.`);
  }
};

const openFile = (path: string, readOnly: boolean): Db => openDatabase({ kind: 'sqlite', path, readOnly });

/** Runs work on the target's existing database. */
const withDatabase = async <T>(
  { postgres, sqlitePath }: RestoreTarget,
  readOnly: boolean,
  work: (db: Db) => Promise<T>,
): Promise<T> => {
  const db = postgres ?? openFile(sqlitePath, readOnly);
  try {
    return await work(db);
  } finally {
    if (postgres === undefined) await db.destroy();
  }
};

const refuseLeftovers = (path: string): void => {
  // SQLite would replay the old files into the restored database.
  const left = ['-wal', '-journal'].map((suffix) => path + suffix).find((beside) => existsSync(beside));
  if (left !== undefined)
    refuse(`${left} is left of another database. Move it away, or set HOLDALL_DATA_DIR to an empty folder.`);
};

/** Tells whether there is a database with data. */
const isTaken = async ({ postgres, sqlitePath }: RestoreTarget): Promise<boolean> =>
  postgres === undefined ? existsSync(sqlitePath) : hasTables(postgres);

const checkDatabase = async (target: RestoreTarget, mark: string | undefined): Promise<void> => {
  const { dataDir, postgres, sqlitePath } = target;
  const full = `${dataDir} holds an installation already. Set HOLDALL_DATA_DIR to an empty folder.`;
  if (!existsSync(sqlitePath)) refuseLeftovers(sqlitePath);
  else if (postgres !== undefined) refuse(full);
  if (!(await isTaken(target))) return;
  const isOwn =
    mark !== undefined &&
    (await withDatabase(target, true, readRestoreMarker).catch(() => undefined)) === mark;
  if (isOwn) return;
  refuse(
    postgres === undefined
      ? full
      : 'The database holds tables already. Name an empty one by HOLDALL_DATABASE_URL or --to.',
  );
};

const called = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

const checkBackup = ({ database, migrations, version }: Manifest, { postgres }: RestoreTarget): void => {
  const wanted = postgres === undefined ? 'sqlite' : 'postgres';
  if (database !== wanted)
    refuse(
      `The backup is of ${called[database]}, and this installation is set to ${called[wanted]}. Name a database of its kind by HOLDALL_DATABASE_URL or --to; holdall migrate changes over afterwards.`,
    );
  if (schemaStateOf(migrations) === 'newer')
    refuse(`The backup was made by a newer Holdall (${version}). Update this one first.`);
};

const checkBegun = (begun: BegunRestore, name: string, { dataDir, databaseName }: RestoreTarget): void => {
  if (begun.name !== name)
    refuse(
      `The restore of ${begun.name} into ${dataDir} has not ended. Run it again, or give an empty folder.`,
    );
  if (begun.database !== databaseName)
    refuse(
      `The restore of ${name} into ${dataDir} has not ended: it goes to ${begun.database}, and not to ${databaseName}. Name the same database again, or give an empty folder.`,
    );
};

/** An exclusive claim on the target of a restore. */
export interface Claim {
  /** The marker in the restored database, and the name of the new installation. */
  readonly mark: string;
  /** Releases the complete target for use. */
  readonly release: () => Promise<void>;
}

/**
 * Claims a target for a restore: an empty one, or one that the same restore has begun to fill.
 *
 * @param check runs before anything is written
 * @throws RestoreRefusedError
 */
export const claimTarget = async (
  manifest: Manifest,
  target: RestoreTarget,
  check: () => Promise<void>,
): Promise<Claim> => {
  const { dataDir, postgres } = target;
  checkBackup(manifest, target);
  const begun = begunRestore(dataDir);
  if (begun !== undefined) checkBegun(begun, manifest.name, target);
  await checkDatabase(target, begun?.mark);
  await check();
  const mark = begun?.mark ?? randomBytes(16).toString('hex');
  const path = join(dataDir, restoringFile);
  // Written atomically: a partial file would not name the backup to resume.
  if (begun === undefined)
    replaceFile(
      path,
      `${JSON.stringify({ name: manifest.name, database: target.databaseName, mark } satisfies BegunRestore)}\n`,
    );
  if (postgres !== undefined) await writeRestoreMarker(postgres, mark);
  return {
    mark,
    release: async () => {
      await withDatabase(target, false, async (db) => {
        // From here on a server may use it, even if this process ends before the marker is gone.
        await markVerified(db);
        await rm(path);
        await syncDirectory(dataDir);
        await removeMarker(db);
      });
    },
  };
};
