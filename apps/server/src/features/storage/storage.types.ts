import type { Db } from '#db/database.ts';
import type { StoreRow } from '#db/tables/storage.ts';
import type { Caller } from '#lib/caller.ts';
import type { BlobStore } from '#ports/blob-store.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';

/** The location of a store: the data directory of a single server, or a bucket. */
export type StoreLocation =
  | { readonly kind: 'disk' }
  | { readonly kind: 's3'; readonly bucket: ObjectStorage };

/** The store that takes new bytes. */
export interface ActiveStore {
  /** The `store_id` of rows. */
  readonly id: string;
  readonly blobs: BlobStore;
}

/** An opened store of the table. */
export interface OpenedStore {
  readonly id: string;
  readonly state: StoreRow['state'];
  readonly location: StoreLocation;
  readonly blobs: OwnedBlobStore;
}

/** The stores of the installation, as the table `stores` has them. */
export interface Stores {
  /**
   * Returns the store of a row. A row in memory may be older than the last migration of its bytes, so bytes that
   * are absent in this store are read from the others in use.
   *
   * @param id `store_id` of the row; null: its bytes are in the database
   */
  get(id: string | null): BlobStore;
  /** Returns the store of a row without a look into the others, for bytes that are nowhere else. */
  alone(id: string | null): Promise<BlobStore>;
  /** Returns the store for new bytes. @throws BlobStoreAwayError where it is another installation's, or empty */
  active(): Promise<ActiveStore>;
  /** Reads the location of the active store, without its keys. */
  location(on?: Db): Promise<StoreLocation>;
  /** Opens a store, whatever its state. @throws StoreUnavailableError where its keys or its disk are not here */
  open(id: string): Promise<OpenedStore>;
  /** Opens the stores that are not retired, the active one first, without draining ones that cannot be opened. */
  inUse(): Promise<readonly OpenedStore[]>;
  /** Opens the retired stores that can be opened here. */
  retired(): Promise<readonly OpenedStore[]>;
  /** Finds the store of a location, in whatever state it is. */
  find(location: StoreLocation): StoreRow | undefined;
  /** Returns a store's name for people. */
  describe(row: StoreRow): string;
  /** Lists the rows of all stores. */
  rows(): readonly StoreRow[];
  /** Reads the table again. */
  refresh(): Promise<void>;
  /** Refuses new bytes in these stores. @param ids of stores that another installation owns, or that lost their files */
  block(ids: readonly string[]): void;
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
