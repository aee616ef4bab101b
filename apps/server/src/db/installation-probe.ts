import { existsSync, statSync } from 'node:fs';
import { sql } from 'kysely';
import { copyStateOf, hasTable } from '#db/copy/marker.ts';
import type { Db } from '#db/database.ts';
import { databaseTime } from '#db/database-time.ts';
import { type DatabaseChoice, openDatabase } from '#db/open-database.ts';

export interface InstallationProbe {
  /**
   * Tells whether the database that is chosen now holds an installation, also one that is still being copied
   * into it: opening it reports that. Nothing is created or changed.
   *
   * @throws where it does not answer
   */
  isInstalled(): Promise<boolean>;
  /** The same, but not while another server is about to end the making of it. */
  isSetupComplete(): Promise<boolean>;
  close(): Promise<void>;
}

const isThere = (choice: DatabaseChoice): boolean =>
  choice.kind !== 'sqlite' || (existsSync(choice.path) && statSync(choice.path).size > 0);

/** Milliseconds without progress after which a setup counts as abandoned. */
const endsWithin = 60_000;

type Probe = (db: Db) => Promise<boolean>;

interface KeptSetting {
  readonly updatedAt: number;
  /** Milliseconds since then by the database's clock. */
  readonly age: number;
}

const findSetting = async (db: Db, name: string): Promise<KeptSetting | undefined> => {
  const { rows } = await sql<KeptSetting>`
    select updated_at as "updatedAt", ${databaseTime(db)} - updated_at as age
    from settings where name = ${name}`.execute(db);
  return rows[0];
};

/** Tells whether a database holds an installation, also one that is still being copied into it. */
export const isInstalled: Probe = async (db) =>
  (await copyStateOf(db)) === 'copying' ||
  ((await hasTable(db, 'kysely_migration')) &&
    (await hasTable(db, 'settings')) &&
    (await findSetting(db, 'installed_at')) !== undefined);

/**
 * Tells whether no setup is in progress. A timestamp of a clock that is ahead is no progress when it has stayed
 * the same for a while.
 */
const createSetupCompleteProbe = (): Probe => {
  let news: { readonly at: number; readonly since: number } | undefined;
  return async (db) => {
    if (!(await isInstalled(db))) return false;
    const draft = await findSetting(db, 'setup:draft');
    if (draft === undefined || draft.age > endsWithin) return true;
    if (news?.at !== draft.updatedAt) news = { at: draft.updatedAt, since: performance.now() };
    return performance.now() - news.since > endsWithin;
  };
};

/**
 * Probes for an installation on one connection, which is kept from probe to probe while the choice stays the
 * same.
 */
export const createInstallationProbe = (chosen: () => DatabaseChoice): InstallationProbe => {
  let opened: { readonly name: string; readonly db: Db } | undefined;
  const close = async (): Promise<void> => {
    const { db } = opened ?? {};
    opened = undefined;
    await db?.destroy();
  };
  const open = async (choice: DatabaseChoice): Promise<Db> => {
    const name = JSON.stringify(choice);
    if (opened?.name === name) return opened.db;
    await close();
    const db = openDatabase(
      choice.kind === 'sqlite' ? { ...choice, readOnly: true } : { ...choice, poolSize: 1 },
    );
    opened = { name, db };
    return db;
  };
  const by = (probe: Probe) => async (): Promise<boolean> => {
    const choice = chosen();
    if (!isThere(choice)) return false;
    try {
      return await probe(await open(choice));
    } catch (error) {
      await close();
      throw error;
    }
  };
  return { close, isInstalled: by(isInstalled), isSetupComplete: by(createSetupCompleteProbe()) };
};
