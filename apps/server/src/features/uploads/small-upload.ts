import type { IncomingBytes } from '#http/incoming-bytes.ts';
import { BrokenBodyError } from '#http/incoming-bytes.ts';
import { isStorageExceeded } from '#features/usage/index.ts';
import { createChecksum } from '#lib/checksum.ts';
import { sniffLength } from '#lib/media/media-sniff.ts';
import { createBlobKey } from '#ports/blob-store.ts';
import type { Admission, Admissions } from './admission.ts';
import type { ReceivedFile, RecordFile } from './record-file.ts';
import { trackIdle, type UploadLock } from './upload-lock.ts';
import type { Arrival, StoredFile, UploadInput } from './upload-request.ts';
import type { UploadSessions } from './upload-session.ts';
import { uploadIncomplete } from './uploads.errors.ts';

/** The name of a resumable upload, and the lock that the request holds on it. */
export interface NamedUpload {
  readonly name: string;
  readonly lock: UploadLock;
}

/** A small file, or the body of a larger one from its start. */
export type SmallOutcome = { readonly file: StoredFile } | { readonly body: IncomingBytes };

/**
 * Receives a file that is small enough for the database: its bytes go there with its row, in one transaction. Before that
 * nothing is kept, so a broken connection leaves nothing of it.
 *
 * @param upload of which nothing has arrived yet; undefined: only this request can bring the file
 */
export type ReceiveSmall = (arrival: Arrival, upload?: NamedUpload) => Promise<SmallOutcome>;

export interface SmallUploadDeps {
  /** Bytes of the largest content that the database takes. */
  readonly smallContentLimit: number;
  /** Refuses bytes for which the disk of the database has no space. @throws BlobStoreFullError */
  readonly requireFreeSpace: (bytes: number) => Promise<void>;
  readonly admissions: Admissions;
  readonly record: RecordFile;
  readonly store: Pick<UploadSessions, 'insertFinished'>;
}

/** Bytes of the file as far as the request announces them. An estimate may be wrong. */
const announced = ({ size, length, expected }: UploadInput): number =>
  size ?? length ?? expected ?? Number.POSITIVE_INFINITY;

/** Takes a body into memory. @returns its bytes, or one that begins anew where there are more than the limit */
const gather = async (body: IncomingBytes, limit: number): Promise<Buffer | IncomingBytes> => {
  const pieces = body[Symbol.asyncIterator]();
  const held: Buffer[] = [];
  for (let length = 0; length <= limit; length += held.at(-1)?.length ?? 0) {
    const piece = await pieces.next();
    if (piece.done === true) return Buffer.concat(held);
    held.push(piece.value);
  }
  return {
    abort: body.abort,
    async *[Symbol.asyncIterator]() {
      yield* held;
      yield* { [Symbol.asyncIterator]: () => pieces };
    },
  };
};

export const createSmallUpload = ({
  smallContentLimit,
  requireFreeSpace,
  admissions,
  record,
  store,
}: SmallUploadDeps): ReceiveSmall => {
  const gatherOf = async (
    { body }: Arrival,
    upload: NamedUpload | undefined,
  ): Promise<Buffer | IncomingBytes> => {
    const tracked =
      upload === undefined
        ? body
        : { abort: body.abort, [Symbol.asyncIterator]: () => trackIdle(body, upload.lock) };
    try {
      return await gather(tracked, smallContentLimit);
    } catch (error) {
      throw error instanceof BrokenBodyError ? uploadIncomplete(0, error) : error;
    }
  };

  const storeFile = async (
    arrival: Arrival,
    { bytes, ...admission }: Admission & { readonly bytes: Buffer },
    upload: NamedUpload | undefined,
  ): Promise<StoredFile> => {
    const { input } = arrival;
    const { length: size } = bytes;
    admission.count(size);
    admission.limit(size);
    if (input.size !== undefined && size < input.size) throw uploadIncomplete(0);
    const head = bytes.subarray(0, sniffLength);
    admission.inspect(head);
    const checksum = createChecksum(size);
    void checksum.update(bytes);
    const blob = { store_id: null, key: createBlobKey(), size, bytes, ...(await checksum.sums()) };
    const { reservation } = admission;
    const file: ReceivedFile = {
      blob,
      head,
      reservation,
      finish: async (trx, itemId) => {
        if (upload === undefined) return;
        const { name } = upload;
        await store.insertFinished(trx, arrival, { id: reservation.id, name, key: blob.key, itemId, size });
      },
    };
    try {
      return await record(arrival, file);
    } catch (error) {
      if (!isStorageExceeded(error)) throw error;
    }
    // Others have taken the room since it was checked. To reserve releases what has expired.
    await reservation.reserve(size);
    return record(arrival, file);
  };

  return async (arrival, upload) => {
    const { input, body } = arrival;
    const isWhole = input.isLast && (input.offset ?? 0) === 0;
    if (!isWhole || announced(input) > smallContentLimit) return { body };
    const admission = await admissions.open(arrival, 'request');
    const { reservation } = admission;
    try {
      await reservation.check(announced(input));
      await requireFreeSpace(announced(input));
      const gathered = await gatherOf(arrival, upload);
      if (Buffer.isBuffer(gathered))
        return { file: await storeFile(arrival, { ...admission, bytes: gathered }, upload) };
      await reservation.release();
      return { body: gathered };
    } catch (error) {
      // A reservation that cannot be released now expires.
      await reservation.release().catch(() => undefined);
      throw error;
    }
  };
};
