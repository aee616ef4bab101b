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
import { uploadIncomplete, uploadMismatch } from './uploads.errors.ts';

/** The name of a resumable upload, and the lock that the request holds on it. */
export interface NamedUpload {
  readonly name: string;
  readonly lock: UploadLock;
  /** Opens an admission, for which abandoned uploads of the same sender make room. */
  readonly admit: Admissions['open'];
}

/** Receives small files, whose bytes go into the database with their rows, in one transaction. */
export interface SmallUploads {
  /** Tells whether a request brings a whole file that is small enough, by what it announces. */
  isSmall(input: UploadInput): boolean;
  /**
   * Receives a file. Before it is recorded nothing of it is kept, so a broken connection leaves nothing.
   *
   * @param upload of which nothing has arrived yet; undefined: only this request can bring the file
   * @throws upload.mismatch where more comes than was announced
   */
  receive(arrival: Arrival, upload?: NamedUpload): Promise<StoredFile>;
}

export interface SmallUploadDeps {
  /** Bytes of the largest content that the database takes. */
  readonly smallContentLimit: number;
  /** Refuses bytes for which the disk of the database has no space. @throws BlobStoreFullError */
  readonly requireFreeSpace: (bytes: number) => Promise<void>;
  readonly admissions: Admissions;
  readonly record: RecordFile;
  readonly store: Pick<UploadSessions, 'insertFinished'>;
}

/** Bytes of the file as the request announces them; the length of a form's file is guessed. */
const announced = ({ size, length, expected }: UploadInput): number =>
  size ?? length ?? expected ?? Number.POSITIVE_INFINITY;

/** Bytes by which a form's file may be longer than the guess: the last line of a form, which may be missing, with its boundary. */
const guessedShort = 80;

/** Takes a body into memory. @param most bytes @param count is called with the bytes of each piece */
const gather = async (
  body: AsyncIterable<Buffer>,
  most: number,
  count: (bytes: number) => void,
): Promise<Buffer> => {
  const gathered = Buffer.allocUnsafe(most);
  let length = 0;
  for await (const piece of body) {
    count(piece.length);
    if (length + piece.length > most)
      throw uploadMismatch('There are more bytes than the size that was declared.');
    length += piece.copy(gathered, length);
  }
  return gathered.subarray(0, length);
};

export const createSmallUploads = ({
  smallContentLimit,
  requireFreeSpace,
  admissions,
  record,
  store,
}: SmallUploadDeps): SmallUploads => {
  const gatherOf = async (
    { input, body }: Arrival,
    { count }: Admission,
    upload: NamedUpload | undefined,
  ): Promise<Buffer> => {
    try {
      const tracked = upload === undefined ? body : trackIdle(body, upload.lock);
      return await gather(tracked, announced(input) + guessedShort, count);
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

  return {
    isSmall: (input) => input.isLast && (input.offset ?? 0) === 0 && announced(input) <= smallContentLimit,
    receive: async (arrival, upload) => {
      const { input } = arrival;
      const admission = await (upload === undefined
        ? admissions.open(arrival, 'request')
        : upload.admit(arrival, 'request'));
      const { reservation } = admission;
      try {
        await reservation.check(announced(input));
        await requireFreeSpace(announced(input));
        const bytes = await gatherOf(arrival, admission, upload);
        return await storeFile(arrival, { ...admission, bytes }, upload);
      } catch (error) {
        // A reservation that cannot be released now expires.
        await reservation.release().catch(() => undefined);
        throw error;
      }
    },
  };
};
