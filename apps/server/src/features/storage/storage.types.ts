import type { Db } from '#db/database.ts';
import type { Caller } from '#http/caller.ts';
import type { BlobKey, BlobStore } from '#ports/blob-store.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';

/** Where files are kept: in the data directory of the one server that there is, or in a bucket. */
export type StoragePlace =
  | { readonly kind: 'disk' }
  | { readonly kind: 's3'; readonly bucket: ObjectStorage };

/** What was kept in another place goes to where everything new goes. */
export interface StorageMove {
  readonly id: string;
  readonly from: StoragePlace;
  /** Whose disk it is, where `from` is one. */
  readonly node: string;
  /** There were no files but those that were coming just then: servers end it by themselves. */
  readonly automatic: boolean;
  /** Everything has been moved, and what is left in `from` is being removed: nobody looks there any more. */
  readonly emptying: boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

export interface StorageRecord {
  readonly place: StoragePlace;
  /** Whose disk it is, where `place` is one that servers of one database could take for their own; undefined: nobody has said so. */
  readonly diskOf?: string | undefined;
  readonly move: StorageMove | undefined;
  /** Names the place: the move that made it one; empty for the first. */
  readonly placeId: string;
  /** Where bytes may lie besides that are put on record: nowhere, once a move waits for nothing more to come. */
  readonly formerIds: readonly string[];
}

/** Both stores of a move. */
export interface MovingStores<Store extends BlobStore = BlobStore> {
  readonly from: Store;
  readonly to: Store;
}

/**
 * Does something with the bytes of an upload while no server takes any in for it.
 *
 * @param work asks, before it removes anything, whether that is so still
 * @returns false where a server does, or the upload has come to its end
 */
export type LockIdleUpload = (
  id: string,
  work: (isHeld: () => Promise<boolean>) => Promise<void>,
) => Promise<boolean>;

/** How a server takes up what the record says. */
export interface StorageSwitch {
  /** Looks at the record, and uses what it says from now on. */
  refresh(): Promise<void>;
  /** The stores of the move that is under way; undefined where there is none. */
  stores(): MovingStores | undefined;
  /** The places in one of which a blob lies that is published now. */
  placesOf(key: BlobKey): readonly string[];
  /** Publishes a blob where files are kept by now, wherever it was begun. @returns its places @throws as `publish` */
  publishAnew(key: BlobKey, size: number): Promise<readonly string[]>;
  /** Goes on looking, because programs beside the server change the record as well. @param onError told of failures */
  watch(onError: (error: unknown) => void): void;
  /** Looks no more. */
  close(): Promise<void>;
}

/** A change of the storage as it is written down; keys are not told. */
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
