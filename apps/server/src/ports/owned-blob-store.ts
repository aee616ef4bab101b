import type { BlobKey, BlobStore, StoredEntry } from '#ports/blob-store.ts';

/** A store that says whose files it has. */
export interface OwnedBlobStore extends BlobStore {
  /** Returns the installation that owns the files; undefined where no owner is recorded. */
  owner(): Promise<string | undefined>;
  /** Says whose files are here from now on, durably. */
  setOwner(installation: string): Promise<void>;
  /** Writes a heartbeat object, durably. @param text for people who find it */
  putHeartbeat(key: BlobKey, text: string): Promise<void>;
  /** Takes a sign away, if it is there. */
  removeHeartbeat(key: BlobKey): Promise<void>;
  /** Every sign that is there, and when it was left, in no order. Signs are no blobs. */
  listHeartbeats(): AsyncIterable<StoredEntry>;
}
