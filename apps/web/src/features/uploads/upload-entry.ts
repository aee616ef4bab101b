import type { ConflictChoice } from '@holdall/contract/files';

/** A source that is handed to the queue: an item to send, or one that could not even be read. */
export type UploadSource =
  | {
      readonly kind: 'file';
      readonly file: File;
      /** The path below the target folder, ending with the file's real name. */
      readonly path: string;
      /** The upload that it resumes, begun before the page was loaded. */
      readonly continues?: { readonly uploadName: string; readonly onConflict: ConflictChoice };
    }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'unreadable'; readonly path: string };

/** The reason of a failed upload; each has a sentence and, where needed, a popup. */
export type FailureReason =
  | 'blocked_type'
  | 'over_limit'
  | 'unreadable'
  | 'attempts'
  | 'signed_out'
  | 'out_of_space'
  | 'too_large'
  | 'disabled'
  | 'folders_disabled'
  | 'name_taken'
  | 'unasked'
  | 'refused'
  | 'server';

export interface UploadFailure {
  readonly reason: FailureReason;
  /** The detail that the sentence names: the blocked type, or the server's message. Empty where it names none. */
  readonly detail: string;
  /** True if the server does not accept this file (413, 422, 423), so that it is not offered after a reload. */
  readonly isFinal?: true;
}

/** `asking`: its name is taken, and the user must decide; `skipped`: the user chose neither. */
export type UploadState =
  | 'waiting'
  | 'uploading'
  | 'retrying'
  | 'processing'
  | 'asking'
  | 'done'
  | 'skipped'
  | 'failed';

/** The choice for a file whose name is taken: keep both, replace the content of the other, or skip the file. */
export type ConflictDecision = 'keep_both' | 'replace' | 'skip';

/** An item that has the name already. */
export interface ExistingItem {
  readonly type: 'folder' | 'file';
  /** Bytes. */
  readonly size: number | null;
  readonly modified_at: string;
}

/** A row of the dock. Entries are immutable; a new one replaces the old one. */
export interface UploadEntry {
  readonly id: number;
  readonly kind: 'file' | 'folder';
  readonly name: string;
  readonly path: string;
  /** The folder that `path` is below; null is the top of the account. */
  readonly parentId: string | null;
  /** Bytes. */
  readonly size: number;
  /** The time of the file on the device, in milliseconds since 1970. */
  readonly lastModified?: number;
  /** The MIME type as the browser guesses it; may be empty. */
  readonly type: string;
  readonly state: UploadState;
  /** Bytes sent so far. */
  readonly sent: number;
  /** Consecutive failed attempts. */
  readonly failures: number;
  readonly failure?: UploadFailure;
  /** While `retrying`: the time of the next attempt, in milliseconds since 1970. */
  readonly retryAt?: number;
  /** While `asking`: the item that has the name, as far as the server has reported it. */
  readonly existing?: ExistingItem;
}

/** Returns the last segment of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Returns the part of a path before its last segment; empty where there is none. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const cannotHelp: readonly FailureReason[] = [
  'blocked_type',
  'over_limit',
  'unreadable',
  'too_large',
  'unasked',
];

/** Reports whether an entry changes only on request. */
export const isSettled = ({ state }: UploadEntry): boolean =>
  state === 'done' || state === 'skipped' || state === 'failed';

/** Reports whether another attempt with the same file could end differently. */
export const isRetryable = (entry: UploadEntry): boolean =>
  entry.state === 'skipped' || (entry.failure !== undefined && !cannotHelp.includes(entry.failure.reason));
