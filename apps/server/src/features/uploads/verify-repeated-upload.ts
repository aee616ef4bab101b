import type { CreateChecksum } from '#lib/checksum.ts';
import type { BlobKey, BlobStore } from '#ports/blob-store.ts';
import type { IncomingBytes } from '#http/incoming-bytes.ts';
import { checksumOfPart } from './receive-stream.ts';
import { uploadMismatch } from './uploads.errors.ts';
import { trackIdle, type UploadLock } from './upload-lock.ts';
import type { UploadInput } from './uploads.types.ts';

/** A file that the store holds whole. */
export interface StoredFile {
  readonly key: BlobKey;
  /** Bytes. */
  readonly size: number;
  /** Of the whole file, where it is recorded. */
  readonly sha256: string | undefined;
}

interface RepeatedUpload {
  readonly createChecksum: CreateChecksum;
  readonly input: UploadInput;
  readonly body: IncomingBytes;
  readonly lock: UploadLock;
  /** Is told of every byte that comes in. */
  readonly count: (bytes: number) => void;
}

/**
 * Reads a body for nothing but the proof that the file holds these bytes already, where the request says
 * that they belong: another file under the name of a finished upload must not be acknowledged.
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
    // More than the file has is no repeat: it is only read so that the answer finds a sender who listens.
    if (length <= size) await sent.update(piece);
  }
  // Without an offset, only a last part tells where it begins; an empty one tells nothing.
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
