import type { BlobKey, BlobStore, StoredEntry } from '#ports/blob-store.ts';

/** A store that records its owner. */
export interface OwnedBlobStore extends BlobStore {
  /** Returns the installation that owns the files; undefined where no owner is recorded. */
  owner(): Promise<string | undefined>;
  /** Says whose files are here from now on, durably. */
  setOwner(installation: string): Promise<void>;
  /** Writes a heartbeat object, durably. @param text for people who find it */
  putHeartbeat(key: BlobKey, text: string): Promise<void>;
  /** Removes a heartbeat object, if it exists. */
  removeHeartbeat(key: BlobKey): Promise<void>;
  /** Lists all heartbeat objects with their times, in no order. They are no blobs. */
  listHeartbeats(): AsyncIterable<StoredEntry>;
}
