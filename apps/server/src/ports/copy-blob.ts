import { createHash } from 'node:crypto';
import type { BlobKey, BlobStore } from '#ports/blob-store.ts';

/** The store answered, and the bytes are not those that were stored. */
export class BlobAlteredError extends Error {
  override readonly name = 'BlobAlteredError';
}

export interface CopiedBlob {
  /** Bytes. */
  readonly size: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** Reads a blob to its end and adds up what it consists of. @throws BlobAbsentError, BlobStoreError */
export const examineBlob = async (
  blobs: Pick<BlobStore, 'read'>,
  key: BlobKey,
  each?: (bytes: Buffer) => Promise<void> | undefined,
): Promise<CopiedBlob> => {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of await blobs.read(key)) {
    hash.update(piece);
    size += piece.length;
    await each?.(piece);
  }
  return { size, sha256: hash.digest('hex') };
};

/**
 * Copies a blob from one store to another, durably, under the same key. Bytes that fail their checksum are not
 * published.
 *
 * @param sha256 of the blob; undefined: it is not checked
 * @throws BlobAbsentError where `from` has no such blob; BlobAlteredError
 */
export const copyBlob = async (
  { from, to }: { readonly from: Pick<BlobStore, 'read'>; readonly to: BlobStore },
  key: BlobKey,
  sha256?: string,
): Promise<CopiedBlob> => {
  const writer = await to.stage(key, 0);
  try {
    // The writer keeps the piece, whose memory the reader reuses: it is copied.
    const copied = await examineBlob(from, key, (piece) => writer.write(Buffer.from(piece)));
    if (sha256 !== undefined && copied.sha256 !== sha256)
      throw new BlobAlteredError(`The bytes of the blob ${key} are not what was stored.`);
    await writer.flush();
    await writer.close();
    await to.publish(key, copied.size);
    return copied;
  } catch (error) {
    await writer.close();
    await to.discard(key).catch(() => undefined);
    throw error;
  }
};
