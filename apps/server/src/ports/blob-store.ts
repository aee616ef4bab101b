import { randomBytes } from 'node:crypto';
import type { StorageFailure } from '#ports/object-storage.ts';

declare const blobKeyBrand: unique symbol;
/** The name of a blob: 32 lower-case hexadecimal digits. Never made from user input. */
export type BlobKey = string & { readonly [blobKeyBrand]: true };

const keyShape = /^[0-9a-f]{32}$/;

/** Milliseconds in which keys begin alike: four minutes. */
const likePeriod = 2 ** 18;

/**
 * Returns a fresh, unguessable key: 112 random bits after 16 that hold the time. Blobs of the same time share a
 * folder on disk, which is created and made durable once for all.
 *
 * @param now milliseconds since 1970
 */
export const createBlobKey = (now = Date.now()): BlobKey => {
  const bytes = randomBytes(16);
  bytes.writeUInt16BE(Math.floor(now / likePeriod) % 0x1_0000);
  return bytes.toString('hex') as BlobKey;
};

/**
 * Accepts a key that came from outside the process (a database row, a directory listing).
 *
 * @throws BlobStoreError when it is not shaped like a key, so that no path can be smuggled in
 */
export const normaliseKey = (key: string): BlobKey => {
  if (!keyShape.test(key)) throw new BlobStoreError('A blob key must be 32 lower-case hexadecimal digits.');
  return key as BlobKey;
};

/** The store failed: nothing follows about its content. */
export class BlobStoreError extends Error {
  override readonly name: string = 'BlobStoreError';
  /** Cause of an object storage's failure; undefined for other stores, or if it is not known. */
  readonly reason: StorageFailure | undefined;

  constructor(
    message: string,
    { cause, reason }: { readonly cause?: unknown; readonly reason?: StorageFailure } = {},
  ) {
    super(message, { cause });
    this.reason = reason;
  }
}

/** No space is left where the bytes would go. */
export class BlobStoreFullError extends BlobStoreError {
  override readonly name = 'BlobStoreFullError';
}

/** The store is temporarily unavailable. Bytes that it has made durable are intact, and can be continued later. */
export class BlobStoreAwayError extends BlobStoreError {
  override readonly name = 'BlobStoreAwayError';
}

/** The store answered that it has no such blob. */
export class BlobAbsentError extends Error {
  override readonly name = 'BlobAbsentError';
}

/**
 * Stages bytes under a key, from a position on. A key has one writer at a time. After a rejection only `close`
 * may be called; to retract bytes, stage again at an earlier position.
 */
export interface StagedWriter {
  /** Position of the next byte. */
  readonly position: number;
  /** Takes bytes, which the caller must not change afterwards. Await what it answers: it is back-pressure. */
  write(bytes: Uint8Array): Promise<void> | undefined;
  /** Makes all bytes written so far durable; the writer stays usable. */
  flush(): Promise<void>;
  /** Frees the writer. Unflushed bytes may be lost. Never rejects and may be called twice. */
  close(): Promise<void>;
}

/**
 * Opened bytes, in pieces of up to 1 MiB, iterated once. The memory of a piece is reused when the next one is
 * requested: a consumer copies the pieces that it keeps.
 */
export interface BlobBytes extends AsyncIterable<Buffer> {
  /** Frees the store's resources. Leaving the loop does it as well; it may be called twice and never rejects. */
  readonly close: () => Promise<void>;
}

/** Both ends are inclusive, as in HTTP. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

export interface StoredEntry {
  readonly key: BlobKey;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
  /** Size in bytes, where a listing reports it. */
  readonly size?: number;
}

/** Hints about bytes that are staged from the beginning. */
export interface StagingHints {
  /**
   * The writer stays open until the blob is published: the bytes need not be durable, nor be found as staged,
   * before that.
   */
  readonly inOneGo: true;
  /** Bytes that were announced, if any were. */
  readonly expected?: number | undefined;
}

/** Headers that a presigned address sends with the bytes. */
export interface AddressHeaders {
  /** As a header: `attachment; filename=…`. */
  readonly disposition: string;
  readonly type: string;
}

/**
 * A store of blobs. A blob is staged (resumable, in any number of steps), then published atomically under the
 * same key; from then on it never changes. Rejections are `BlobStoreFullError`, `BlobStoreError` or, where a
 * method says so, `BlobAbsentError`: a failure is never reported as absence.
 */
export interface BlobStore {
  /**
   * Continues at `position` (0 begins anew); staged bytes beyond it are cut off. Fewer staged bytes:
   * BlobAbsentError.
   */
  stage(key: BlobKey, position: number, hints?: StagingHints): Promise<StagedWriter>;
  /**
   * Bytes staged under the key; undefined where nothing is staged.
   *
   * @param known bytes that were staged: looking may begin there
   */
  stagedSize(key: BlobKey, known?: number): Promise<number | undefined>;
  /** @throws BlobAbsentError where nothing is staged under the key */
  readStaged(key: BlobKey, span?: ByteSpan): Promise<BlobBytes>;
  /**
   * Turns flushed, staged bytes into the blob, durably. Repeating it after a success changes nothing.
   *
   * @param size bytes that must be staged; another number is refused with BlobStoreError
   * @throws BlobAbsentError where nothing was staged or published under the key
   */
  publish(key: BlobKey, size: number): Promise<void>;
  /** Forgets what is staged under the key, if anything is. */
  discard(key: BlobKey): Promise<void>;
  /** Lists all staged entries, in no order. */
  listStaged(): AsyncIterable<StoredEntry>;

  /**
   * Opens the blob, or the given bytes of it. Iterating throws BlobStoreError where there are fewer.
   *
   * @throws BlobAbsentError
   */
  read(key: BlobKey, span?: ByteSpan): Promise<BlobBytes>;
  /**
   * Fills `target` with the blob's bytes from `start` on, for many small pieces of many blobs. Rejects with
   * BlobStoreError where there are fewer. `target` is not written to after it settled.
   *
   * @throws BlobAbsentError
   */
  readInto(key: BlobKey, start: number, target: Buffer): Promise<void>;
  /**
   * Returns the path of the blob on this machine, for programs that read files; undefined where there is none.
   * The path is for reading alone, and does not prove that the blob exists.
   */
  localPath(key: BlobKey): Promise<string | undefined>;
  /**
   * Returns a presigned address that is valid for a minute; undefined where bytes come through this server
   * alone. The address does not prove that the blob exists.
   */
  readAddress(key: BlobKey, headers: AddressHeaders): Promise<string | undefined>;
  /** Returns the blob’s size in bytes; undefined where there is no such blob. */
  size(key: BlobKey): Promise<number | undefined>;
  /** Removes the blob, if there is one, without a way back: for bytes that were never on record. */
  remove(key: BlobKey): Promise<void>;
  /** Moves the blob to the trash of the store, if there is one. It is no blob any more, and can be put back. */
  trash(key: BlobKey): Promise<void>;
  /** Puts a blob back from the trash. @returns false where it is not there */
  untrash(key: BlobKey): Promise<boolean>;
  /** Lists the trash with the times at which blobs were moved there, in no order. */
  listTrash(): AsyncIterable<StoredEntry>;
  /** Deletes a blob from the trash, if it is there. */
  purge(key: BlobKey): Promise<void>;
  /** Every published blob, in no order. */
  list(): AsyncIterable<StoredEntry>;
  /** Writes, reads and deletes a small blob; rejects where that does not work. */
  probe(): Promise<void>;
}

/** Stages a few bytes under a fresh key; they stay while the work runs, which publishes them. */
export const withBytes = async <T>(
  blobs: BlobStore,
  bytes: Uint8Array,
  work: (key: BlobKey) => Promise<T>,
): Promise<T> => {
  const key = createBlobKey();
  const writer = await blobs.stage(key, 0, { inOneGo: true, expected: bytes.length });
  try {
    await writer.write(bytes);
    await writer.flush();
    return await work(key);
  } finally {
    await writer.close();
  }
};

/** Keeps a few bytes under a fresh key, durably. */
export const storeBytes = (blobs: BlobStore, bytes: Uint8Array): Promise<BlobKey> =>
  withBytes(blobs, bytes, async (key) => {
    await blobs.publish(key, bytes.length);
    return key;
  });
