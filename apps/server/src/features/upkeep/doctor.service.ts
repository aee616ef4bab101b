import { doctorChecks } from '@holdall/contract/admin-upkeep';
import type { Db } from '#db/database.ts';
import type { BlobStore } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import {
  checkBlobs,
  checkContent,
  checkOrphans,
  checkPictures,
  createListed,
} from './blob-checks.service.ts';
import type { BlobVerifier } from './blob-verifier.service.ts';
import type { Check, CheckName, CheckResult, Progress, Report, Wish } from './doctor.types.ts';
import { checkPermissions, checkSpace } from './folder-checks.service.ts';
import { checkDatabase, checkItems, checkSchema } from './row-checks.service.ts';
import { tallied } from './tally.service.ts';
import { checkStorage, checkTotals } from './total-checks.service.ts';
import { checkUploads } from './upload-checks.service.ts';

export interface DoctorDeps {
  readonly db: Db;
  readonly blobs: BlobStore;
  /** Why nothing may be removed from the store, in a sentence; undefined: it may. */
  readonly held: () => Promise<string | undefined>;
  readonly clock: Clock;
  readonly verifier: BlobVerifier;
  readonly dataDir: string;
  /** Whether nobody else uses the installation: whatever lies there then lies there for good. */
  readonly alone: boolean;
}

const ignore = (): void => undefined;

export interface Listening {
  /** Told of each result as it comes. */
  readonly onChecked?: (result: CheckResult) => void;
  /** Told very often how far it is. */
  readonly onLooked?: (progress: Progress) => void;
}

/**
 * Looks at everything that an installation keeps, and mends what can be mended without losing anything.
 *
 * @throws where something cannot be looked at: nothing may be concluded then
 */
export const examine = async (
  deps: DoctorDeps,
  { repair, readPercent }: Wish,
  { onChecked = ignore, onLooked = ignore }: Listening = {},
): Promise<Report> => {
  const { db, dataDir, clock } = deps;
  const blobDeps = { ...deps, listed: createListed(deps.blobs) };
  const checks: Readonly<Record<CheckName, Check>> = {
    schema: checkSchema(db),
    database: checkDatabase(db),
    items: checkItems(db),
    uploads: checkUploads(deps),
    totals: checkTotals(db),
    storage: checkStorage(db),
    blobs: checkBlobs(blobDeps),
    pictures: checkPictures(blobDeps),
    orphans: checkOrphans(blobDeps),
    content: checkContent(blobDeps, readPercent),
    permissions: checkPermissions(dataDir),
    space: checkSpace(dataDir),
  };
  const at = clock.now();
  const results: CheckResult[] = [];
  for (const name of doctorChecks) {
    const result = await tallied(name, checks[name], { repair, onLooked });
    results.push(result);
    onChecked(result);
    // Of another schema, or of damaged pages, nothing that follows means anything.
    if (result.state === 'failed' && (name === 'schema' || name === 'database')) break;
  }
  const sound = results.every(({ state }) => state !== 'failed');
  return { at, repair, readPercent, checks: results, sound };
};
