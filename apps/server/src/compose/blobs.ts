import { openInstallation } from '#compose/offline.ts';
import { reasonOf } from '#config/data-dir.ts';
import { type Config, ConfigError } from '#config/load.ts';
import { objectStorageOf } from '#config/object-storage.ts';
import { listOtherHosts } from '#features/nodes/index.ts';
import {
  migrateBlobs,
  type MigrateBlobsOptions,
  type MigrateBlobsReport,
  MigrationError,
  type StoragePlace,
  StoreUnavailableError,
} from '#features/storage/index.ts';
import { systemClock } from '#ports/clock.ts';

export interface MigrateBlobsInput extends Omit<MigrateBlobsOptions, 'to'> {
  readonly config: Config;
  readonly to: 's3' | 'disk';
}

const placeOf = ({ config, to }: MigrateBlobsInput): StoragePlace | undefined => {
  if (to === 'disk') return { kind: 'disk' };
  const bucket = objectStorageOf(config);
  return bucket === undefined ? undefined : { kind: 's3', bucket };
};

/**
 * Migrates all files to another store while servers run.
 *
 * @throws ConfigError, MigrationError
 */
export const migrateInstalledBlobs = async (input: MigrateBlobsInput): Promise<MigrateBlobsReport> => {
  const { db, storage, node, close } = await openInstallation(input.config);
  try {
    const others = () => listOtherHosts(db, node);
    const deps = { ...storage, db, node, others, clock: systemClock };
    const report = await storage.asOnlyMigration(() => migrateBlobs({ ...input, to: placeOf(input) }, deps));
    if (report === undefined) throw new ConfigError('Another holdall migrate-blobs is at work.');
    return report;
  } catch (error) {
    if (error instanceof MigrationError || error instanceof ConfigError) throw error;
    if (error instanceof StoreUnavailableError)
      throw new MigrationError('refused', error.message, { cause: error });
    throw new MigrationError(
      'interrupted',
      `It stopped: ${reasonOf(error)}. Nothing is lost: each file is read from the storage that its row names. Run the same command again to go on.`,
      { cause: error },
    );
  } finally {
    await close();
  }
};
