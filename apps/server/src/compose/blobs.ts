import { openInstallation } from '#compose/offline.ts';
import type { Config } from '#config/load.ts';
import { objectStorageOf } from '#config/object-storage.ts';
import { isNodeRunning, listOtherHosts } from '#features/nodes/index.ts';
import {
  migrateBlobs,
  type MigrateBlobsOptions,
  type MigrateBlobsReport,
  type StoreLocation,
} from '#features/storage/index.ts';
import { systemClock } from '#ports/clock.ts';

export interface MigrateBlobsInput extends Omit<MigrateBlobsOptions, 'to'> {
  readonly config: Config;
  readonly to: 's3' | 'disk';
}

const locationOf = ({ config, to }: MigrateBlobsInput): StoreLocation | undefined => {
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
    const isRunning = (id: string): Promise<boolean> => isNodeRunning(db, id);
    const deps = { ...storage, db, node, others, isNodeRunning: isRunning, clock: systemClock };
    return await migrateBlobs({ ...input, to: locationOf(input) }, deps);
  } finally {
    await close();
  }
};
