import type { CreateChecksum } from '#lib/checksum.ts';
import type { BlobKey, BlobStore } from '#ports/blob-store.ts';
import type { IncomingBytes } from '#http/incoming-bytes.ts';
import { checksumOfPart } from './receive-stream.ts';
import { uploadMismatch } from './uploads.errors.ts';
import { trackIdle, type UploadLock } from './upload-lock.ts';
import type { UploadInput } from './uploads.types.ts';

/** A complete file in the store. */
export interface StoredFile {
  readonly key: BlobKey;
  /** Bytes. */
  readonly size: number;
  /** Hash of the whole file, if it is recorded. */
  readonly sha256: string | undefined;
}

interface RepeatedUpload {
  readonly createChecksum: CreateChecksum;
  readonly input: UploadInput;
  readonly body: IncomingBytes;
  readonly lock: UploadLock;
  /** Called with the number of bytes of every piece. */
  readonly count: (bytes: number) => void;
}

/**
 * Reads a body only to verify that the file holds these bytes already at the given offset. Another file under
 * the name of a finished upload must not be acknowledged.
 *
 * @throws upload.mismatch
 */
export const verifyRepeatedUpload = async (
  blobs: BlobStore,
  { key, size, sha256 }: StoredFile,
  { createChecksum, input, body, lock, count }: RepeatedUpload,
): Promise<void> => {
  const sent = createChecksum(input.length ?? 0);
  let length = 0;
  for await (const piece of trackIdle(body, lock)) {
    count(piece.length);
    length += piece.length;
    // A longer body is no repetition. It is read to its end so that the sender gets the answer.
    if (length <= size) await sent.update(piece);
  }
  // Without an offset only a last part tells where it begins, and an empty one tells nothing.
  if (input.offset === undefined && (!input.isLast || (length === 0 && size > 0))) throw uploadMismatch();
  const start = input.offset ?? size - length;
  const end = start + length;
  if (start < 0 || end > size || (input.isLast && end < size)) throw uploadMismatch();
  if (length === 0) return;
  const { sha256: hash } = await sent.sums();
  if (length === size && sha256 !== undefined) {
    if (hash !== sha256) throw uploadMismatch();
    return;
  }
  const part = { key, location: 'published', start, length } as const;
  const stored = await checksumOfPart(blobs, part, { progress: lock.touch, after: createChecksum(length) });
  if (hash !== (await stored.sums()).sha256) throw uploadMismatch();
};
