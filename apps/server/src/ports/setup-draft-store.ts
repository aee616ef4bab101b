import type { SetupImage } from '@holdall/contract/setup';

/**
 * The draft of the wizard until the last step, on this server's disk, readable by its owner alone. Each write
 * is atomic.
 */
export interface SetupDraftStore {
  /** Returns the draft; undefined: there is none, or it cannot be read. */
  readDraft(): unknown;
  writeDraft(draft: unknown): void;
  listImages(): readonly SetupImage[];
  readImage(name: SetupImage): Buffer | undefined;
  writeImage(name: SetupImage, bytes: Buffer): void;
  removeImage(name: SetupImage): void;
  /** Returns the one-time code: made when it is first requested, and the same until the store is cleared. */
  code(): string;
  /** Removes everything, the code as well. */
  clear(): void;
}
