/** What a source hands to the queue: something to send, or something that could not even be read. */
export type UploadSource =
  | {
      readonly kind: 'file';
      readonly file: File;
      /** Below the target folder, with the file's real name as its last part. */
      readonly path: string;
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
  | 'refused'
  | 'server';

export interface UploadFailure {
  readonly reason: FailureReason;
  /** What the sentence names: the blocked type, or what the server said. Empty where it names nothing. */
  readonly detail: string;
}

export type UploadState = 'waiting' | 'uploading' | 'retrying' | 'processing' | 'done' | 'failed';

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
  /** MIME type as the browser guesses it; may be empty. */
  readonly type: string;
  readonly state: UploadState;
  /** Bytes sent so far. */
  readonly sent: number;
  /** Failed attempts in a row. */
  readonly failures: number;
  readonly failure?: UploadFailure;
}

/** The last part of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const cannotHelp: readonly FailureReason[] = ['blocked_type', 'over_limit', 'unreadable', 'too_large'];

/** Whether trying the same file again could end differently. */
export const isRetryable = (entry: UploadEntry): boolean =>
  entry.failure !== undefined && !cannotHelp.includes(entry.failure.reason);
