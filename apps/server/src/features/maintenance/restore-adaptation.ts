import type { Trx } from '#db/database.ts';
import { skipItemNumbers } from '#db/item-numbers.ts';
import { renameInstallation, restoreStores } from '#features/storage/index.ts';
import { readLineFile } from '#lib/line-files.ts';
import { type BlobKey, normaliseKey } from '#ports/blob-store.ts';
import { type Manifest, savedBlob } from './backup.types.ts';
import {
  claimedOf,
  forgetImagesOf,
  forgetThumbnailsOf,
  forgetUnused,
  resetDamage,
} from './blob-rows.repo.ts';
import { endAllUploads, forgetJobs, forgetServers } from './integrity.repo.ts';
import type { RestoreTarget } from './restore-target.ts';
import { recordStorage } from './storage-record.repo.ts';

/** Iterates over the keys of the images in a backup. */
async function* savedImages(list: string): AsyncGenerator<BlobKey[]> {
  for await (const lines of readLineFile(list)) {
    const saved = lines.map((line) => savedBlob.parse(JSON.parse(line)));
    yield saved.filter(({ images }) => images).map(({ key }) => normaliseKey(key));
  }
}

export interface RestoreAdaptation {
  /** Blobs that the backup lacks, which is known once the blobs were copied. */
  readonly damaged: Manifest['damaged'];
  /** The list of the backup's blobs. */
  readonly list: string;
  readonly dropMails: boolean;
  readonly installation: string;
  /** Receives saved images that nothing refers to. */
  readonly onUnclaimed: (keys: readonly BlobKey[]) => void;
}

/** Removes data of the old location: its servers, bytes of unfinished uploads, and orphans. */
export const adaptTo =
  ({ operator }: RestoreTarget, { damaged, list, dropMails, installation, onUnclaimed }: RestoreAdaptation) =>
  async (trx: Trx): Promise<void> => {
    // The original installation may continue to exist with its own files.
    await renameInstallation(trx, { name: installation, now: 0 });
    await forgetServers(trx);
    await forgetJobs(trx, dropMails);
    await endAllUploads(trx);
    await recordStorage(trx, operator);
    await restoreStores(trx, operator === undefined ? { kind: 'disk' } : { kind: 's3', bucket: operator });
    await forgetUnused(trx);
    const lost = damaged.map(({ key }) => key);
    await forgetThumbnailsOf(trx, lost);
    await forgetImagesOf(trx, lost);
    await resetDamage(trx, lost, Date.now());
    await skipItemNumbers(trx, Date.now());
    for await (const keys of savedImages(list)) {
      const claimed = await claimedOf(trx, keys);
      onUnclaimed(keys.filter((key) => !claimed.has(key)));
    }
  };
