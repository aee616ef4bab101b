import type { Db } from '#db/database.ts';
import type { StoreOwnership, Stores } from '#features/storage/index.ts';
import type { Clock } from '#ports/clock.ts';
import { checkBlobs, checkContent, checkImages } from './blob-checks.ts';
import type { BlobVerifier } from './blob-verifier.service.ts';
import type { Check, CheckName } from './doctor.types.ts';
import { checkOrphans } from './orphan-checks.ts';
import { createReachable } from './reachable-stores.ts';
import { checkPermissions, checkSpace } from './folder-checks.ts';
import { checkDatabase, checkItems, checkSchema } from './row-checks.ts';
import { checkStorage, checkTotals } from './total-checks.ts';
import { checkUploads } from './upload-checks.ts';

export interface DoctorDeps {
  readonly db: Db;
  readonly stores: Stores;
  readonly cleanable: StoreOwnership['cleanable'];
  readonly clock: Clock;
  readonly verifier: BlobVerifier;
  readonly dataDir: string;
  /** True if nothing else uses the installation, so that the store does not change meanwhile. */
  readonly alone: boolean;
}

/** Returns all checks of an examination. @param readPercent percentage of files to read */
export const checksOf = (deps: DoctorDeps, readPercent: number): Readonly<Record<CheckName, Check>> => {
  const { db, stores, dataDir } = deps;
  const blobDeps = { ...deps, reachable: createReachable(stores) };
  return {
    schema: checkSchema(db),
    database: checkDatabase(db),
    items: checkItems(db),
    uploads: checkUploads(blobDeps),
    totals: checkTotals(db),
    storage: checkStorage(db),
    blobs: checkBlobs(blobDeps),
    images: checkImages(blobDeps),
    orphans: checkOrphans(blobDeps),
    content: checkContent(blobDeps, readPercent),
    permissions: checkPermissions(dataDir),
    space: checkSpace(dataDir),
  };
};
