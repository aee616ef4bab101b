import type { FileHandle } from 'node:fs/promises';

/** Bytes that are gathered before a write: few, large writes make uploads fast. */
export const gatherBytes = 1024 * 1024;
/** Pieces gathered at most, so that a sender of single bytes cannot pile up a million buffers. */
const gatherPieces = 256;

/** Bytes after which the disk is set to work: the last sync then finds little left to do. */
const syncEvery = 32 * 1024 * 1024;

/** Writes all pieces at a position, through any number of short writes. */
const writeFully = async (file: FileHandle, pieces: Uint8Array[], position: number): Promise<void> => {
  let rest = pieces;
  let at = position;
  while (rest.length > 0) {
    let { bytesWritten } = await file.writev(rest, at);
    at += bytesWritten;
    let whole = 0;
    while (whole < rest.length && bytesWritten >= (rest[whole]?.length ?? 0)) {
      bytesWritten -= rest[whole]?.length ?? 0;
      whole += 1;
    }
    const cut = rest[whole];
    rest = cut === undefined ? [] : [cut.subarray(bytesWritten), ...rest.slice(whole + 1)];
  }
};

export interface GatheringWriter {
  readonly position: number;
  /** Takes bytes; a promise asks the caller to wait before giving more. */
  write(bytes: Uint8Array): Promise<void> | undefined;
  /** Waits until everything taken has been written to the file, durable or not. */
  drain(): Promise<void>;
  /** Waits until everything taken has been written to the file and is durable. */
  sync(): Promise<void>;
  /** Waits until no write is in progress; never rejects. */
  settle(): Promise<void>;
}

/**
 * Gathers bytes to 1 MiB and writes each gathering while the next one fills: at most two are in memory.
 * The first failure, of a write or of a sync, is the answer to every later call: nothing is tried again.
 */
export const createGatheringWriter = (file: FileHandle, start: number): GatheringWriter => {
  let gathered: Uint8Array[] = [];
  let gatheredBytes = 0;
  let writtenUpTo = start;
  let inFlight: Promise<void> | undefined;
  let failure: Error | undefined;
  let unsynced = 0;
  let syncing: Promise<void> | undefined;

  const fail = (error: unknown): void => {
    failure ??= error instanceof Error ? error : new Error('The write failed.', { cause: error });
  };
  /** Syncs concurrently with the writes; one sync at a time. */
  const syncAhead = (): void => {
    if (unsynced < syncEvery || syncing !== undefined) return;
    unsynced = 0;
    syncing = file
      .datasync()
      .catch(fail)
      .finally(() => {
        syncing = undefined;
      });
  };

  const startWrite = (): void => {
    if (gathered.length === 0) return;
    const pieces = gathered;
    const position = writtenUpTo;
    writtenUpTo += gatheredBytes;
    gathered = [];
    gatheredBytes = 0;
    const length = writtenUpTo - position;
    inFlight = writeFully(file, pieces, position)
      .then(() => {
        unsynced += length;
        syncAhead();
      }, fail)
      .finally(() => {
        inFlight = undefined;
      });
  };
  const settled = async (): Promise<void> => {
    await inFlight;
    if (failure !== undefined) throw failure;
  };
  const nextGathering = async (): Promise<void> => {
    await settled();
    startWrite();
  };

  const drain = async (): Promise<void> => {
    await nextGathering();
    await settled();
  };

  return {
    get position() {
      return writtenUpTo + gatheredBytes;
    },
    write: (bytes) => {
      if (bytes.length === 0) return undefined;
      gathered.push(bytes);
      gatheredBytes += bytes.length;
      if (gatheredBytes < gatherBytes && gathered.length < gatherPieces) return undefined;
      if (inFlight !== undefined || failure !== undefined) return nextGathering();
      startWrite();
      return undefined;
    },
    drain,
    sync: async () => {
      await drain();
      await syncing;
      await settled();
      await file.datasync().catch(fail);
      await settled();
    },
    settle: async () => {
      await inFlight;
      await syncing;
    },
  };
};
