import { constants } from 'node:fs';
import { type FileHandle, lstat, open, unlink } from 'node:fs/promises';
import { systemErrorCode } from '#lib/file-sync.ts';
import { createGatheringWriter } from '#lib/gathering-writer.ts';
import { BlobAbsentError, BlobStoreError, BlobStoreFullError, type StagedWriter } from '#ports/blob-store.ts';

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Converts an error to the port's: only ENOENT of the named file itself means absence. */
const failed = (doing: string, error: unknown): Error => {
  if (error instanceof BlobStoreError || error instanceof BlobAbsentError) return error;
  const code = systemErrorCode(error);
  if (code !== undefined && fullCodes.has(code)) {
    return new BlobStoreFullError(`No space left while ${doing}.`, { cause: error });
  }
  return new BlobStoreError(`The disk failed while ${doing}${code === undefined ? '' : ` (${code})`}.`, {
    cause: error,
  });
};

/** Runs work and converts its error to the port's. @param doing what was being done */
export const attempt = async <T>(doing: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw failed(doing, error);
  }
};

/** Opens a plain file, never through a link. */
export const openPlain = async (path: string, flags: number): Promise<{ file: FileHandle; size: number }> => {
  // O_NONBLOCK: a pipe planted under the name must not make the call wait for a writer.
  const file = await open(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, 0o600);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new BlobStoreError(`${path} is not a plain file.`);
    return { file, size: stats.size };
  } catch (error) {
    await file.close();
    throw error;
  }
};

/** A value for ENOENT; every other error is thrown on. */
export const absentAs = <T>(value: T, error: unknown): T => {
  if (systemErrorCode(error) === 'ENOENT') return value;
  throw error;
};

/** Returns the size of a plain file; undefined where it does not exist. */
export const sizeOf = async (path: string): Promise<number | undefined> => {
  try {
    const stats = await lstat(path);
    if (!stats.isFile()) throw new BlobStoreError(`${path} is not a plain file.`);
    return stats.size;
  } catch (error) {
    return absentAs(undefined, error);
  }
};

/** Removes a file, if it is there. */
export const removeFile = async (path: string): Promise<void> => {
  try {
    await unlink(path);
  } catch (error) {
    absentAs(undefined, error);
  }
};

/** Creates a plain file; undefined where the name exists already. */
export const openFresh = async (path: string): Promise<FileHandle | undefined> => {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  try {
    return await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return undefined;
    throw error;
  }
};

/** The port's writer on an open file, which it closes. */
export interface DiskWriter extends StagedWriter {
  /** Waits until everything that was written is durable. */
  sync(): Promise<void>;
}

interface DiskWriterOptions {
  /** True: `flush` makes bytes durable. False: it only hands them to the operating system. */
  readonly isLasting: boolean;
  /** Called when it is closed. */
  readonly onClose?: () => void;
}

/** @param start position of the next byte */
export const writeTo = (
  file: FileHandle,
  start: number,
  { isLasting, onClose }: DiskWriterOptions,
): DiskWriter => {
  const writer = createGatheringWriter(file, start);
  const sync = (): Promise<void> => attempt('making bytes durable', () => writer.sync());
  let closing: Promise<void> | undefined;
  return {
    get position() {
      return writer.position;
    },
    write: (bytes) =>
      writer.write(bytes)?.catch((error: unknown) => {
        throw failed('writing', error);
      }),
    flush: isLasting ? sync : () => attempt('writing', () => writer.drain()),
    sync,
    close: () => {
      if (closing === undefined) onClose?.();
      // Writes in progress must end before their descriptor is closed; their result no longer matters.
      closing ??= writer
        .settle()
        .then(() => file.close())
        .catch(() => undefined);
      return closing;
    },
  };
};
