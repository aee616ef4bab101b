import type { IncomingBytes } from '#http/incoming-bytes.ts';
import type { Checksum, CreateChecksum } from '#lib/checksum.ts';
import { sniffLength } from '#lib/media/media-sniff.ts';
import type { BlobKey, BlobStore, StagedWriter } from '#ports/blob-store.ts';
import type { Admission } from './admission.ts';
import { trackIdle, type UploadLock } from './upload-lock.ts';
import { uploadMismatch } from './uploads.errors.ts';
import { isCheckpointDue } from './uploads.rules.ts';
import type { UploadInput } from './upload-request.ts';

interface ReceiveOptions {
  readonly writer: StagedWriter;
  readonly checksum: Checksum;
  /** Bytes at the start of the body that the store has already. */
  readonly skip: number;
  readonly admission: Admission;
  /** Called after each piece. */
  readonly progress?: (position: number) => void;
  /** Called whenever enough bytes have arrived to be made durable. */
  readonly checkpoint?: () => Promise<void>;
}

/**
 * Streams a body into the store. Each piece is counted, admitted, hashed, inspected and written as it
 * arrives, and none is buffered.
 *
 * @returns the first bytes of the file, when the stream began at its start
 */
export const receiveStream = async (
  body: AsyncIterable<Buffer>,
  options: ReceiveOptions,
): Promise<Buffer | undefined> => {
  const { writer, checksum, admission } = options;
  let skip = options.skip;
  let unsaved = 0;
  let savedAt = performance.now();
  let head = writer.position === 0 ? Buffer.alloc(0) : undefined;
  let inspected = head === undefined;
  for await (const whole of body) {
    admission.count(whole.length);
    const piece = skip === 0 ? whole : whole.subarray(Math.min(skip, whole.length));
    skip -= whole.length - piece.length;
    if (piece.length > 0) {
      const room = admission.admit(writer.position + piece.length);
      if (room !== undefined) await room;
      const counted = checksum.update(piece);
      if (counted !== undefined) await counted;
      if (head !== undefined && !inspected) {
        head = Buffer.concat([head, piece.subarray(0, sniffLength - head.length)]);
        inspected = head.length === sniffLength;
        if (inspected) admission.inspect(head);
      }
      const pressure = writer.write(piece);
      if (pressure !== undefined) await pressure;
      unsaved += piece.length;
    }
    options.progress?.(writer.position);
    if (options.checkpoint !== undefined && isCheckpointDue(unsaved, performance.now() - savedAt)) {
      await options.checkpoint();
      unsaved = 0;
      savedAt = performance.now();
    }
  }
  if (head !== undefined && !inspected) admission.inspect(head);
  // The checksum catches up while the disk is busy.
  await checksum.taken();
  return head;
};

/** A range of an upload's bytes in the store. */
export interface StoredPart {
  readonly key: BlobKey;
  readonly location: BlobLocation;
  /** Offset in the file. */
  readonly start: number;
  /** Bytes. */
  readonly length: number;
}

/** The location of an upload's bytes: still staged, or published without a record. */
export type BlobLocation = 'staged' | 'published';

const read = (blobs: BlobStore, { key, location, start, length }: StoredPart) => {
  const span = { start, end: start + length - 1 };
  return location === 'staged' ? blobs.readStaged(key, span) : blobs.read(key, span);
};

/** Reads the first bytes of a part. */
export const headOf = async (blobs: BlobStore, part: StoredPart): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  if (part.length === 0) return Buffer.alloc(0);
  const length = Math.min(part.length, sniffLength);
  for await (const piece of await read(blobs, { ...part, length })) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
};

/** Adds the stored bytes of a part to the checksum of the bytes before it, in place. */
export const addStoredPart = async (
  blobs: BlobStore,
  part: StoredPart,
  checksum: Checksum,
): Promise<Checksum> => {
  if (part.length === 0) return checksum;
  for await (const piece of await read(blobs, part)) {
    await checksum.update(piece);
    // The reader reuses the memory of a piece.
    await checksum.taken();
  }
  return checksum;
};

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
  const stored = await addStoredPart(blobs, part, createChecksum(length));
  if (hash !== (await stored.sums()).sha256) throw uploadMismatch();
};
