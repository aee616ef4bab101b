import { describePlace, holdsAny, refusedPlace, whoseIs } from '#features/storage/index.ts';
import { readLineFile } from '#lib/line-files.ts';
import { type BlobKey, type BlobStore, normaliseKey } from '#ports/blob-store.ts';
import { savedBlob } from './backup.types.ts';
import { refuse, type RestoreTarget } from './restore-target.ts';

/** Blobs of a backup by which its installation's files are known. */
const some = 50;

/** Of files, for pictures and thumbnails come and go; of those only where there are no files. */
const someKeys = async (list: string): Promise<BlobKey[]> => {
  const [files, pictures]: [BlobKey[], BlobKey[]] = [[], []];
  for await (const lines of readLineFile(list)) {
    for (const line of lines) {
      const saved = savedBlob.parse(JSON.parse(line));
      const keys = saved.pictures ? pictures : files;
      if (keys.length < some) keys.push(normaliseKey(saved.key));
    }
    if (files.length >= some) break;
  }
  return [...files, ...pictures].slice(0, some);
};

const hasNone = async (blobs: BlobStore): Promise<boolean> => {
  for await (const _any of blobs.list()) return false;
  return true;
};

/**
 * Refuses a place with files of another installation, and one of the backup's own that servers may still use.
 *
 * @param list of the backup's blobs
 * @param mark of a restore that was interrupted: what it has marked is its own
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
  const owner = await whoseIs(blobs, mark);
  if (owner === 'own' || owner === 'empty') return;
  const place =
    operator === undefined ? ({ kind: 'disk' } as const) : { kind: 's3' as const, bucket: operator };
  if (!(await holdsAny(blobs, await someKeys(list))) && !(await hasNone(blobs))) refuse(refusedPlace(place));
  // Nobody serves the data directory: this restore holds its lock.
  if (operator === undefined || takeOver) return;
  refuse(
    `There are files of this installation in ${describePlace(place)} already. Where no server uses them any more, add --take-over: they are this installation's alone then. Otherwise name another bucket or prefix.`,
  );
};
