import type { BlobStore } from '#ports/blob-store.ts';

/** A store that records its owner. */
export interface OwnedBlobStore extends BlobStore {
  /** Returns the installation that owns the files; undefined where no owner is recorded. */
  owner(): Promise<string | undefined>;
  /** Says whose files are here from now on, durably. */
  setOwner(installation: string): Promise<void>;
}
