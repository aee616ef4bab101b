import type { BlobStore } from '#ports/blob-store.ts';

/** A store that says whose files it has. */
export interface MarkedBlobStore extends BlobStore {
  /** Names the installation whose files are here; undefined where nobody has said it. */
  owner(): Promise<string | undefined>;
  /** Says whose files are here from now on, durably. */
  setOwner(installation: string): Promise<void>;
}
