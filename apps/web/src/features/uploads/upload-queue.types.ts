import type { ConflictChoice, Item } from '@holdall/contract/files';
import type { FillRandom } from './chunk-plan.ts';
import type { EntryUploadDeps } from './entry-upload.ts';
import type { ConflictDecision, UploadEntry, UploadFailure, UploadSource } from './upload-entry.ts';
import type { UploadSnapshot } from './upload-snapshot.ts';

export type UploadQueueEvent =
  /** The snapshot has changed. */
  | { readonly type: 'changed' }
  /** An item has arrived. Answers to requests before `sentAt` (milliseconds since 1970) lack it. */
  | { readonly type: 'item'; readonly item: Item; readonly sentAt: number }
  /** An item has arrived in a folder that may be new, so that listings may lack the folder's row. */
  | { readonly type: 'folder-begun' }
  /** An uploaded folder has finished or was cancelled: the listing and the tree are stale. */
  | { readonly type: 'folder-end'; readonly parentId: string | null }
  /** A cancelled upload below this parent may have arrived or replaced an item: only the server knows. */
  | { readonly type: 'folder-changed'; readonly parentId: string | null }
  | { readonly type: 'failed'; readonly failures: readonly UploadFailure[] };

/** An entry of the queue as other modules may store it. */
export interface QueuedUpload {
  readonly id: number;
  readonly uploadName: string;
  readonly onConflict: ConflictChoice;
  readonly entry: UploadEntry;
  /** Undefined if the entry is an empty folder. */
  readonly file: File | undefined;
}

export interface UploadQueueDeps extends EntryUploadDeps {
  /** Bytes below which a file is sent along with others in one request. */
  readonly smallBelow: number;
  readonly random: FillRandom;
  readonly emit: (event: UploadQueueEvent) => void;
}

/** Files that belong together: one drop or one choice. It stays open while its folders are being read. */
export interface UploadGroup {
  add(sources: readonly UploadSource[]): void;
  close(): void;
  /** Reports whether the user has cancelled, so that no more sources are taken. */
  isCancelled(): boolean;
}

export interface UploadQueue {
  open(parentId: string | null): UploadGroup;
  /** Cancels an entry that waits or is being sent. */
  cancel(id: number): void;
  /** Cancels all unfinished entries, and forgets every entry. */
  cancelAll(): void;
  /**
   * Stops and forgets every entry and open group without a request to the server, since the session of the uploads is
   * over.
   */
  abandon(): void;
  retry(id: number): void;
  retryAll(): void;
  /**
   * Answers the question about a taken name; with `forAll`, for the whole group, whether its entries ask already or
   * will meet a taken name later.
   */
  answer(id: number, choice: ConflictDecision, forAll: boolean): void;
  /** Returns the uploads that are not settled or have failed. */
  unfinished(): QueuedUpload[];
  /** Forgets finished and failed entries. */
  clear(): void;
  snapshot(): UploadSnapshot;
}
