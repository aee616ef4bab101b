import type { SetupImage } from '@holdall/contract/setup';

/** What the wizard keeps until the last step, on this server's own disk, for its owner alone. Nothing on it is half written. */
export interface SetupDraftStore {
  /** What was kept last; undefined: nothing, or something that cannot be read. */
  readDraft(): unknown;
  writeDraft(draft: unknown): void;
  listImages(): readonly SetupImage[];
  readImage(name: SetupImage): Buffer | undefined;
  writeImage(name: SetupImage, bytes: Buffer): void;
  removeImage(name: SetupImage): void;
  /** The one-time code: made when it is first asked for, and the same until the shelf is cleared. */
  code(): string;
  /** Removes everything, the code as well. */
  clear(): void;
}
