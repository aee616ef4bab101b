import type { ConflictChoice } from '@holdall/contract/files';

/** A source that is handed to the queue: an item to send, or one that could not even be read. */
export type UploadSource =
  | {
      readonly kind: 'file';
      readonly file: File;
      /** Below the target folder, with the file's real name as its last part. */
      readonly path: string;
      /** The upload that it goes on with, begun before the page was loaded. */
      readonly continues?: { readonly uploadName: string; readonly onConflict: ConflictChoice };
    }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'unreadable'; readonly path: string };

/** Why an upload ended without its file; each reason has a sentence and, where it needs one, a popup. */
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
  /** The server does not take this file (413, 422, 423): after a reload nobody is asked to go on with it. */
  readonly isFinal?: true;
}

/** `asking`: its name is taken, and somebody must say what becomes of it; `skipped`: they chose neither. */
export type UploadState =
  | 'waiting'
  | 'uploading'
  | 'retrying'
  | 'processing'
  | 'asking'
  | 'done'
  | 'skipped'
  | 'failed';

/** The choice for a file whose name is taken: keep both, move the old one to the trash, or skip the file. */
export type ClashChoice = 'keep_both' | 'replace' | 'skip';

/** An item that has the name already. */
export interface ExistingItem {
  readonly type: 'folder' | 'file';
  /** Bytes. */
  readonly size: number | null;
  readonly updated_at: string;
}

/** One row of the dock. Entries never change; a new one takes the old one's place. */
export interface UploadEntry {
  readonly id: number;
  readonly kind: 'file' | 'folder';
  readonly name: string;
  readonly path: string;
  /** The folder that `path` is below; null is the top of the account. */
  readonly parentId: string | null;
  /** Bytes. */
  readonly size: number;
  /** Of the file on the device, in milliseconds since 1970. */
  readonly lastModified?: number;
  /** MIME type as the browser guesses it; may be empty. */
  readonly type: string;
  readonly state: UploadState;
  /** Bytes sent so far. */
  readonly sent: number;
  /** Failed attempts in a row. */
  readonly failures: number;
  readonly failure?: UploadFailure;
  /** While `retrying`: when the next attempt begins, in milliseconds since 1970. */
  readonly retryAt?: number;
  /** While `asking`: what bears the name already, as far as the server has told. */
  readonly existing?: ExistingItem;
}

/** The last part of a path. */
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
