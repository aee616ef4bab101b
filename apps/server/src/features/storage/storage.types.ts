import type { Db } from '#db/database.ts';
import type { Caller } from '#http/caller.ts';
import type { BlobKey, BlobStore } from '#ports/blob-store.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';

/** A place of files: the data directory of a single server, or a bucket. */
export type StoragePlace =
  | { readonly kind: 'disk' }
  | { readonly kind: 's3'; readonly bucket: ObjectStorage };

/** A move of files from another place to the one of new files. */
export interface StorageMove {
  readonly id: string;
  readonly from: StoragePlace;
  /** The server that owns the disk, when `from` is one. */
  readonly node: string;
  /** The move began without files, except for uploads that were arriving; servers end it by themselves. */
  readonly automatic: boolean;
  /** Everything has been moved, and the rest in `from` is being removed: no server looks there any more. */
  readonly emptying: boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

export interface StorageRecord {
  readonly place: StoragePlace;
  /**
   * The server that owns the disk, when `place` is one that servers of one database could confuse with their
   * own; undefined: none is recorded.
   */
  readonly diskOf?: string | undefined;
  readonly move: StorageMove | undefined;
  /** The identity of the place: the move that introduced it; empty for the first one. */
  readonly placeId: string;
  /** Further places of bytes that are being recorded: none, once a move waits for no more uploads. */
  readonly formerIds: readonly string[];
}

/** Both stores of a move. */
export interface MovingStores<Store extends BlobStore = BlobStore> {
  readonly from: Store;
  readonly to: Store;
}

/**
 * Works on an upload's bytes while no server receives any for it.
 *
 * @param work asks whether the lease is still held before it removes anything
 * @returns false when a server receives bytes, or the upload has ended
 */
export type LockIdleUpload = (
  id: string,
  work: (isHeld: () => Promise<boolean>) => Promise<void>,
) => Promise<boolean>;

/** A server's connection to the recorded storage. */
export interface StorageSwitch {
  /** Reads the record, and acts on it from now on. */
  refresh(): Promise<void>;
  /** Returns the stores of the running move; undefined when there is none. */
  stores(): MovingStores | undefined;
  /** Returns the places where a blob that is published now may lie. */
  placesOf(key: BlobKey): readonly string[];
  /** Publishes a blob in the current place, wherever it was staged. @returns its places @throws as `publish` */
  publishAnew(key: BlobKey, size: number): Promise<readonly string[]>;
  /** Polls the record, because other programs may change it as well. @param onError called with failures */
  watch(onError: (error: unknown) => void): void;
  /** Stops polling. */
  close(): Promise<void>;
}

/** A recorded change of the storage, without keys. */
export interface StorageChange extends Caller {
  readonly kind: 'settings.changed';
  readonly actorId: string;
  readonly userId: null;
  readonly details: {
    readonly group: 'environment';
    readonly name: string;
    readonly from?: string | number | boolean | null;
    readonly to?: string | number | boolean | null;
  };
}
export type RecordStorageChange = (on: Db, change: StorageChange) => Promise<void>;
