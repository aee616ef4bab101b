import type { BlobKey, BlobStore, StoredEntry } from '#ports/blob-store.ts';

/** A store that says whose files it has. */
export interface OwnedBlobStore extends BlobStore {
  /** Names the installation whose files are here; undefined where nobody has said it. */
  owner(): Promise<string | undefined>;
  /** Says whose files are here from now on, durably. */
  setOwner(installation: string): Promise<void>;
  /** Leaves a sign that somebody uses the place, durably. @param text for people who find it */
  putHeartbeat(key: BlobKey, text: string): Promise<void>;
  /** Takes a sign away, if it is there. */
  removeHeartbeat(key: BlobKey): Promise<void>;
  /** Every sign that is there, and when it was left, in no order. Signs are no blobs. */
  listHeartbeats(): AsyncIterable<StoredEntry>;
}
