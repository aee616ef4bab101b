import { PostgresAdapter, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from '#db/database.ts';
import { isVanished } from '#db/errors.ts';
import * as foundation from '#db/migrations/0001-foundation.ts';
import * as actions from '#db/migrations/0002-actions.ts';
import * as views from '#db/migrations/0003-views.ts';
import * as usage from '#db/migrations/0004-usage.ts';
import * as media from '#db/migrations/0005-media.ts';
import * as zip from '#db/migrations/0006-zip.ts';
import * as accounts from '#db/migrations/0007-accounts.ts';
import * as jobs from '#db/migrations/0008-jobs.ts';
import * as appendOnly from '#db/migrations/0009-append-only.ts';
import * as totals from '#db/migrations/0010-totals.ts';
import * as lookups from '#db/migrations/0011-lookups.ts';
import * as links from '#db/migrations/0012-links.ts';
import * as languages from '#db/migrations/0013-languages.ts';
import * as nodes from '#db/migrations/0014-nodes.ts';
import * as storageMove from '#db/migrations/0015-storage-move.ts';
import * as demo from '#db/migrations/0016-demo.ts';
import * as storagePlaces from '#db/migrations/0017-storage-places.ts';
import * as collections from '#db/migrations/0018-collections.ts';
import * as damage from '#db/migrations/0019-damage.ts';
import * as knownDevices from '#db/migrations/0020-known-devices.ts';
import * as gatheredActivity from '#db/migrations/0021-gathered-activity.ts';
import * as activityRetention from '#db/migrations/0022-activity-retention.ts';
import * as chosenExpiration from '#db/migrations/0023-chosen-expiration.ts';
import * as plainNames from '#db/migrations/0024-plain-names.ts';
import * as ledger from '#db/migrations/0025-ledger.ts';
import * as stores from '#db/migrations/0026-stores.ts';
import * as renewedSessions from '#db/migrations/0027-renewed-sessions.ts';
import * as modifiedAt from '#db/migrations/0028-modified-at.ts';
import * as versions from '#db/migrations/0029-versions.ts';
import * as numbers from '#db/migrations/0030-numbers.ts';
import * as severalLinks from '#db/migrations/0031-several-links.ts';
import * as copies from '#db/migrations/0032-copies.ts';
import * as treeRevisions from '#db/migrations/0033-tree-revisions.ts';
import * as savingDevices from '#db/migrations/0034-saving-devices.ts';
import * as createdContents from '#db/migrations/0035-created-contents.ts';
import * as smallContents from '#db/migrations/0036-small-contents.ts';

/** Every migration in the order in which it runs; a number once landed is never changed or reused. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-foundation': foundation,
  '0002-actions': actions,
  '0003-views': views,
  '0004-usage': usage,
  '0005-media': media,
  '0006-zip': zip,
  '0007-accounts': accounts,
  '0008-jobs': jobs,
  '0009-append-only': appendOnly,
  '0010-totals': totals,
  '0011-lookups': lookups,
  '0012-links': links,
  '0013-languages': languages,
  '0014-nodes': nodes,
  '0015-storage-move': storageMove,
  '0016-demo': demo,
  '0017-storage-places': storagePlaces,
  '0018-collections': collections,
  '0019-damage': damage,
  '0020-known-devices': knownDevices,
  '0021-gathered-activity': gatheredActivity,
  '0022-activity-retention': activityRetention,
  '0023-chosen-expiration': chosenExpiration,
  '0024-plain-names': plainNames,
  '0025-ledger': ledger,
  '0026-stores': stores,
  '0027-renewed-sessions': renewedSessions,
  '0028-modified-at': modifiedAt,
  '0029-versions': versions,
  '0030-numbers': numbers,
  '0031-several-links': severalLinks,
  '0032-copies': copies,
  '0033-tree-revisions': treeRevisions,
  '0034-saving-devices': savingDevices,
  '0035-created-contents': createdContents,
  '0036-small-contents': smallContents,
};

// The migrator looks for its own tables in all schemas; without a name it takes another schema's for ours.
const schemaOf = async (db: Db): Promise<string | undefined> => {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return undefined;
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(db);
  return rows[0]?.name ?? undefined;
};

/** Times that the migrator begins before a table that vanishes under it counts as a failure. */
const looks = 5;

const migratorOf = async (db: Db): Promise<Migrator> => {
  const schema = await schemaOf(db);
  return new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  });
};

/**
 * Migrates the schema to this version, one transaction a migration, under a lock that excludes other nodes.
 *
 * @param last the name of a migration to stop after
 * @returns names of the migrations that ran
 * @throws where a migration failed, or the database was written by a newer version
 */
export const migrate = async (db: Db, last?: string): Promise<string[]> => {
  const migrator = await migratorOf(db);
  for (let look = 1; ; look += 1) {
    // Each attempt depends on the failure of the one before.
    const { error, results } = await (last === undefined
      ? migrator.migrateToLatest()
      : migrator.migrateTo(last));
    if (error === undefined) return (results ?? []).map((result) => result.migrationName);
    // The migrator reads the catalogue of every schema, and another process may drop one meanwhile.
    if (look < looks && isVanished(error)) continue;
    throw error instanceof Error ? error : new Error('the migration failed', { cause: error });
  }
};
