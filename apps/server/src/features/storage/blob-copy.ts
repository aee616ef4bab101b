import { BlobAlteredError, type CopiedBlob, examineBlob } from '#ports/copy-blob.ts';
import { BlobAbsentError, type BlobKey, type BlobStore, BlobStoreError } from '#ports/blob-store.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';

/** Source and target of a copy. */
export interface CopyStores {
  /** Undefined where the source is gone for good. */
  readonly from: BlobStore | undefined;
  /** A single store: one that reads what it lacks from the others would have everything already. */
  readonly to: OwnedBlobStore;
}

/** The recorded facts of a blob that is to be copied. */
export interface ExpectedBlob {
  readonly key: BlobKey;
  readonly size?: number | undefined;
  readonly sha256?: string | undefined;
}

/** The most copies of a blob that differs after copying. */
const attempts = 2;

const copyOnce = async (
  { from, to }: { readonly from: BlobStore; readonly to: BlobStore },
  { key, sha256 }: ExpectedBlob,
  { size, isThere }: { readonly size: number; readonly isThere: boolean },
): Promise<CopiedBlob> => {
  const writer = await to.stage(key, 0, { inOneGo: true, expected: size });
  try {
    // The writer retains the piece, but the reader reuses its memory.
    const copied = await examineBlob(from, key, (piece) => writer.write(Buffer.from(piece)));
    if (copied.size !== size || (sha256 !== undefined && copied.sha256 !== sha256))
      throw new BlobAlteredError(`The bytes of the blob ${key} are not what was stored.`);
    await writer.flush();
    if (isThere) await to.trash(key);
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

/** Tells whether a store's bytes are as recorded, as far as that is. */
const isWhole = async (to: BlobStore, key: BlobKey, sha256: string | undefined): Promise<boolean> => {
  if (sha256 === undefined) return true;
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
export const copyVerified = async ({ from, to }: CopyStores, expected: ExpectedBlob): Promise<CopyResult> => {
  const { key } = expected;
  const size = await from?.size(key);
  const there = await to.size(key);
  if (from === undefined || size === undefined) {
    if (there === undefined) return { kind: 'absent' };
    const isShort = expected.size !== undefined && expected.size !== there;
    if (isShort || !(await isWhole(to, key, expected.sha256)))
      throw new BlobAlteredError(`The bytes of the blob ${key} are not what was stored.`);
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
    const isThere = there !== undefined || attempt > 1;
    const copied = await copyOnce({ from, to }, expected, { size, isThere });
    if (await isWhole(to, key, copied.sha256)) return { kind: 'copied', bytes: copied.size };
    if (attempt === attempts) {
      await to.trash(key);
      throw new BlobStoreError(`The copy of the blob ${key} is not what was copied.`);
    }
  }
};
