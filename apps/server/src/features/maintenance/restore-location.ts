import {
  describeLocation,
  holdsAny,
  identifyOwner,
  refusedLocation,
  smallContentLimit,
} from '#features/storage/index.ts';
import { readLineFile } from '#lib/line-files.ts';
import { type BlobKey, type BlobStore, normaliseKey } from '#ports/blob-store.ts';
import { savedBlob } from './backup.types.ts';
import { refuse, type RestoreTarget } from './restore-target.ts';

/** Blobs of each kind that are looked up to recognize a store. */
const some = 50;

/** Returns keys of files, of images, which are often replaced, and of small files, which the database may have. */
const someKeys = async (list: string): Promise<BlobKey[]> => {
  const [files, images, small]: [BlobKey[], BlobKey[], BlobKey[]] = [[], [], []];
  for await (const lines of readLineFile(list)) {
    for (const line of lines) {
      const saved = savedBlob.parse(JSON.parse(line));
      const keys = saved.images ? images : saved.size > smallContentLimit ? files : small;
      if (keys.length < some) keys.push(normaliseKey(saved.key));
    }
    if (files.length >= some) break;
  }
  return [...files, ...images, ...small];
};

const hasNone = async (blobs: BlobStore): Promise<boolean> => {
  for await (const _any of blobs.list()) return false;
  return true;
};

/**
 * Refuses a store with files of another installation, or of the backup's own that servers may still use.
 *
 * @param list of the backup's blobs
 * @param mark the owner marker of an interrupted restore
 * @throws RestoreRefusedError
 */
export const checkLocation = async (
  { blobs, operator }: Pick<RestoreTarget, 'blobs' | 'operator'>,
  {
    list,
    mark,
    takeOver,
  }: { readonly list: string; readonly mark: string | undefined; readonly takeOver: boolean },
): Promise<void> => {
  const owner = await identifyOwner(blobs, mark);
  if (owner === 'own' || owner === 'empty') return;
  const location =
    operator === undefined ? ({ kind: 'disk' } as const) : { kind: 's3' as const, bucket: operator };
  if (!(await holdsAny(blobs, await someKeys(list))) && !(await hasNone(blobs)))
    refuse(refusedLocation(location));
  // No server uses the data directory, because this restore holds its lock.
  if (operator === undefined || takeOver) return;
  refuse(
    `There are files of this installation in ${describeLocation(location)} already. Where no server uses them any more, add --take-over: they are this installation's alone then. Otherwise name another bucket or prefix.`,
  );
};
