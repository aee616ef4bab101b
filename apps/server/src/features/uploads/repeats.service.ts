import type { CreateChecksum } from '#lib/checksum.ts';
import type { BlobKey, BlobStore } from '#ports/blob-store.ts';
import type { IncomingBytes } from '#http/incoming-bytes.ts';
import { checksumOfPart } from './intake.service.ts';
import { uploadMismatch } from './uploads.errors.ts';
import { heard, type Turn } from './turns.service.ts';
import type { UploadWish } from './uploads.types.ts';

/** A file that the store holds whole. */
export interface KnownFile {
  readonly key: BlobKey;
  /** Bytes. */
  readonly size: number;
  /** Of the whole file, where it is recorded. */
  readonly sha256: string | undefined;
}

interface Repeat {
  readonly createChecksum: CreateChecksum;
  readonly wish: UploadWish;
  readonly body: IncomingBytes;
  readonly turn: Turn;
  /** Is told of every byte that comes in. */
  readonly count: (bytes: number) => void;
}

/**
 * Reads a body for nothing but the proof that the file holds these bytes already, where the request says
 * that they belong: another file under the name of a finished upload must not be acknowledged.
 *
 * @throws upload.mismatch
 */
export const passKnown = async (
  blobs: BlobStore,
  { key, size, sha256 }: KnownFile,
  { createChecksum, wish, body, turn, count }: Repeat,
): Promise<void> => {
  const sent = createChecksum(wish.length ?? 0);
  let length = 0;
  for await (const piece of heard(body, turn)) {
    count(piece.length);
    length += piece.length;
    // More than the file has is no repeat: it is only read so that the answer finds a sender who listens.
    if (length <= size) await sent.update(piece);
  }
  // Without an offset, only a last part tells where it begins; an empty one tells nothing.
  if (wish.offset === undefined && (!wish.isLast || (length === 0 && size > 0))) throw uploadMismatch();
  const start = wish.offset ?? size - length;
  const end = start + length;
  if (start < 0 || end > size || (wish.isLast && end < size)) throw uploadMismatch();
  if (length === 0) return;
  const { sha256: hash } = await sent.sums();
  if (length === size && sha256 !== undefined) {
    if (hash !== sha256) throw uploadMismatch();
    return;
  }
  const part = { key, where: 'published', start, length } as const;
  const stored = await checksumOfPart(blobs, part, { progress: turn.touch, after: createChecksum(length) });
  if (hash !== (await stored.sums()).sha256) throw uploadMismatch();
};
