import type { ConflictChoice, Item } from '@holdall/contract/files';
import type { FillRandom } from './chunk-plan.ts';
import type { EntryUploadDeps } from './entry-upload.ts';
import type { ClashChoice, UploadEntry, UploadFailure, UploadSource } from './upload-entry.ts';
import type { UploadSnapshot } from './upload-snapshot.ts';

export type UploadQueueEvent =
  /** Something that a snapshot shows is different. */
  | { readonly type: 'changed' }
  /** An item has arrived; whoever asked the server before `sentAt` (milliseconds since 1970) was told nothing of it. */
  | { readonly type: 'item'; readonly item: Item; readonly sentAt: number }
  /** Something has arrived in a folder that was not there for certain: listings may lack the folder's row. */
  | { readonly type: 'folder-begun' }
  /** A dropped or chosen folder is through, or was cancelled: the listing and the tree are out of date. */
  | { readonly type: 'folder-end'; readonly parentId: string | null }
  /** Below this parent something was cancelled that may have arrived, or replaced: only the server can tell. */
  | { readonly type: 'folder-changed'; readonly parentId: string | null }
  | { readonly type: 'failed'; readonly failures: readonly UploadFailure[] };

/** An entry of the queue as other modules may store it. */
export interface QueuedUpload {
  readonly id: number;
  readonly uploadName: string;
  readonly onConflict: ConflictChoice;
  readonly entry: UploadEntry;
  /** Absent where the entry is an empty folder. */
  readonly file: File | undefined;
}

export interface UploadQueueDeps extends EntryUploadDeps {
  readonly random: FillRandom;
  readonly emit: (event: UploadQueueEvent) => void;
}

/** Files that belong together: one drop, one choice. It stays open while its folders are being read. */
export interface UploadBatch {
  add(sources: readonly UploadSource[]): void;
  close(): void;
  /** Reports whether the user has cancelled, so that no more sources are taken. */
  isCancelled(): boolean;
}

export interface UploadQueue {
  open(parentId: string | null): UploadBatch;
  /** Cancels one entry that waits or is on its way. */
  cancel(id: number): void;
  /** Cancels all that waits or is on its way, and forgets every entry. */
  cancelAll(): void;
  /**
   * Stops at once and forgets every entry and every open batch, without a word to the server: whoever
   * began them is no longer the one who would ask it.
   */
  abandon(): void;
  retry(id: number): void;
  retryAll(): void;
  /**
   * Says what becomes of an entry whose name is taken; with `forAll`, of all that came with it as well, whether
   * they wait for an answer already or will meet a taken name later.
   */
  answer(id: number, choice: ClashChoice, forAll: boolean): void;
  /** Returns the uploads that are not settled or have failed. */
  unfinished(): QueuedUpload[];
  /** Forgets what is done and what has failed. */
  clear(): void;
  snapshot(): UploadSnapshot;
}
