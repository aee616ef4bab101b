import { BlobAlteredError, type CopiedBlob, examineBlob } from '#ports/copy-blob.ts';
import { BlobAbsentError, type BlobKey, type BlobStore, BlobStoreError } from '#ports/blob-store.ts';
import type { MovingStores } from './storage.types.ts';

/** The recorded facts of a blob that is to be moved. */
export interface ExpectedBlob {
  readonly key: BlobKey;
  readonly size?: number | undefined;
  readonly sha256?: string | undefined;
}

/** The most copies of a blob that differs after copying. */
const attempts = 2;

const copyOnce = async (
  { from, to }: MovingStores,
  { key, sha256 }: ExpectedBlob,
  size: number,
): Promise<CopiedBlob> => {
  const writer = await to.stage(key, 0, { inOneGo: true, expected: size });
  try {
    // The writer retains the piece, but the reader reuses its memory.
    const copied = await examineBlob(from, key, (piece) => writer.write(Buffer.from(piece)));
    if (copied.size !== size || (sha256 !== undefined && copied.sha256 !== sha256))
      throw new BlobAlteredError(`The bytes of the blob ${key} are not what was stored.`);
    await writer.flush();
    await to.publish(key, copied.size);
    return copied;
  } catch (error) {
    await writer.close();
    await to.discard(key).catch(() => undefined);
    throw error;
  } finally {
    await writer.close();
  }
};

/** The outcome of a copy: copied, present already, or missing. */
export type CopyResult =
  | { readonly kind: 'copied' | 'known'; readonly bytes: number }
  | { readonly kind: 'absent' };

const isWhole = async (to: BlobStore, key: BlobKey, sha256: string): Promise<boolean> => {
  try {
    return (await examineBlob(to, key)).sha256 === sha256;
  } catch (error) {
    if (error instanceof BlobAbsentError) return false;
    throw error;
  }
};

/**
 * Copies a blob to the other store and verifies the copy by reading it.
 *
 * @throws BlobAlteredError when it differs from its record; BlobAbsentError when it was removed meanwhile;
 *   BlobStoreError
 */
export const moveBlob = async (stores: MovingStores, expected: ExpectedBlob): Promise<CopyResult> => {
  const { from, to } = stores;
  const { key } = expected;
  const size = await from.size(key);
  const there = await to.size(key);
  if (size === undefined) {
    if (there === undefined) return { kind: 'absent' };
    if (expected.size !== undefined && expected.size !== there)
      throw new BlobAlteredError(`The blob ${key} has ${there} bytes instead of ${expected.size}.`);
    return { kind: 'known', bytes: there };
  }
  if (expected.size !== undefined && expected.size !== size)
    throw new BlobAlteredError(`The blob ${key} has ${size} bytes instead of ${expected.size}.`);
  // An earlier attempt may have finished the copy.
  if (there === size) {
    const sha256 = expected.sha256 ?? (await examineBlob(from, key)).sha256;
    if (await isWhole(to, key, sha256)) return { kind: 'known', bytes: there };
  }
  for (let attempt = 1; ; attempt += 1) {
    if (there !== undefined || attempt > 1) await to.remove(key);
    const copied = await copyOnce(stores, expected, size);
    if (await isWhole(to, key, copied.sha256)) return { kind: 'copied', bytes: copied.size };
    if (attempt === attempts) {
      await to.remove(key);
      throw new BlobStoreError(`The copy of the blob ${key} is not what was copied.`);
    }
  }
};

/**
 * Copies the staged bytes of an upload to the other store.
 *
 * @param isHeld tells whether the caller still leases the upload
 */
export const moveStagedBytes = async (
  { from, to }: MovingStores,
  key: BlobKey,
  isHeld: () => Promise<boolean>,
): Promise<void> => {
  const [here, there] = [await from.stagedSize(key), await to.stagedSize(key)];
  if (here === undefined) return;
  // More bytes are there when the upload was continued after a stopped move had copied everything.
  if (there === undefined || there <= here) {
    const writer = await to.stage(key, 0);
    try {
      for await (const piece of await from.readStaged(key)) await writer.write(Buffer.from(piece));
      await writer.flush();
    } finally {
      await writer.close();
    }
  }
  if (await isHeld()) await from.discard(key);
};
