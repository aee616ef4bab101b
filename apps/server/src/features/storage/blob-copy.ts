import { BlobAlteredError, type CopiedBlob, examineBlob } from '#ports/copy-blob.ts';
import { BlobAbsentError, type BlobKey, type BlobStore, BlobStoreError } from '#ports/blob-store.ts';
import type { MovingStores } from './storage.types.ts';

/** What is known of a blob before it is moved. */
export interface ExpectedBlob {
  readonly key: BlobKey;
  readonly size?: number | undefined;
  readonly sha256?: string | undefined;
}

/** How often a copy is made that was not what was copied. */
const attempts = 2;

const copyOnce = async (
  { from, to }: MovingStores,
  { key, sha256 }: ExpectedBlob,
  size: number,
): Promise<CopiedBlob> => {
  const writer = await to.stage(key, 0, { inOneGo: true, expected: size });
  try {
    // The writer keeps what it is given, the reader uses its memory again.
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

/** What became of a blob: copied, there already, or nowhere. */
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
 * Brings a blob to the other store, and reads there what has become of it.
 *
 * @throws BlobAlteredError where it is not what was stored; BlobAbsentError where it went while it was read; BlobStoreError
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
  // An earlier attempt may have come that far.
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
 * Brings the bytes of an upload to the other store that have come so far.
 *
 * @param isHeld whether nobody else has to do with them still
 */
export const moveStagedBytes = async (
  { from, to }: MovingStores,
  key: BlobKey,
  isHeld: () => Promise<boolean>,
): Promise<void> => {
  const [here, there] = [await from.stagedSize(key), await to.stagedSize(key)];
  if (here === undefined) return;
  // More is there where it was gone on with after a mover was stopped that had copied everything.
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
