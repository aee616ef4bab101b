import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { StoreOwnership, Stores } from '#features/storage/index.ts';
import { normaliseKey } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import type { Check } from './doctor.types.ts';
import type { ReachableStores } from './reachable-stores.ts';
import { endUpload, listOpenUploads, type OpenUpload } from './integrity.repo.ts';

/** Milliseconds without progress after which an upload counts as idle. */
const restsAfter = 10 * 60 * 1000;

export interface UploadChecksDeps {
  readonly db: Db;
  readonly stores: Pick<Stores, 'get' | 'alone'>;
  readonly reachable: () => Promise<ReachableStores>;
  readonly clock: Clock;
  readonly cleanable: StoreOwnership['cleanable'];
  /** True if nothing else uses the installation. */
  readonly alone: boolean;
}

/** Checks that every unfinished upload can be resumed: its received bytes exist. */
export const checkUploads =
  ({ db, stores, reachable, cleanable, clock, alone }: UploadChecksDeps): Check =>
  async ({ advance, fault, repairedOne, repair }) => {
    const isStuck = async ({
      store_id: id,
      staging_key: name,
      received,
      updated_at: updatedAt,
    }: OpenUpload) => {
      if (received === 0 || (!alone && updatedAt > clock.now() - restsAfter)) return false;
      const key = normaliseKey(name);
      const blobs = await stores.alone(id);
      if (((await blobs.stagedSize(key)) ?? 0) >= received) return false;
      // An upload interrupted just before its end is published already; its sender completes it without further
      // bytes.
      return (await blobs.size(key)) === undefined;
    };
    const unreachable = (await reachable()).count('unfinished upload', 'unfinished uploads');
    for (const upload of await listOpenUploads(db)) {
      advance();
      if (unreachable.add(upload) || !(await isStuck(upload))) continue;
      fault(`The unfinished upload of “${upload.file_name}” has lost its bytes; its sender cannot go on.`);
      if (!repair) continue;
      const isEnded = await inTransaction(db, (trx) => endUpload(trx, upload));
      if (isEnded && (await cleanable()).blockedReason === undefined)
        await stores.get(upload.store_id).discard(normaliseKey(upload.staging_key));
      repairedOne();
    }
    unreachable.report(fault);
  };
