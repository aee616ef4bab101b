import type { ConflictChoice, Item } from '@holdall/contract/files';
import type { ApiError } from '#shared/api/api-error.ts';
import type { UploadPart } from './chunk-plan.ts';

/** One file to upload; the same for every attempt. */
export interface UploadJob {
  /** The name of the upload on the server, by which it can be resumed, repeated and cancelled. */
  readonly uploadName: string;
  readonly file: File;
  readonly path: string;
  readonly parentId: string | null;
  /** The server's action where the name is taken. */
  readonly onConflict: ConflictChoice;
}

export interface SendHooks {
  readonly signal: AbortSignal;
  /** Receives how many bytes of this part have been sent. */
  readonly onProgress: (sent: number) => void;
}

/** The finished item, or the byte at which the server continues. */
export type SendAnswer = { readonly item: Item } | { readonly offset: number };

export interface BatchHooks {
  readonly signal: AbortSignal;
  /** Receives how many bytes of all files have been sent. */
  readonly onProgress: (sent: number) => void;
  /** Receives what became of a file, by its index. */
  readonly onAnswer: (index: number, answer: SendAnswer | ApiError) => void;
}

/** The calls of an upload. Every failure is an `ApiError`; an abort is an `AbortError`. */
export interface UploadTransport {
  send(job: UploadJob, part: UploadPart, hooks: SendHooks): Promise<SendAnswer>;
  /** Sends whole files in one request. It resolves when the server has answered, though not for every file if the connection broke. */
  sendBatch(jobs: readonly UploadJob[], hooks: BatchHooks): Promise<void>;
  /** Returns how many bytes of an unfinished upload the server has; undefined where it knows of none. */
  offsetOf(uploadName: string, signal: AbortSignal): Promise<number | undefined>;
  /** Tells the server to forget an unfinished upload. */
  forget(uploadName: string): Promise<void>;
  /** Creates a folder and its ancestors; an existing one is returned unchanged. */
  createFolder(path: string, parentId: string | null, signal: AbortSignal): Promise<Item>;
}

/** The state of the browser's network. */
export interface Connection {
  isOnline(): boolean;
  /** Resolves as soon as the browser is online; rejects with the signal's reason. */
  whenOnline(signal: AbortSignal): Promise<void>;
}

export interface UploadClock {
  /** Returns monotonic milliseconds. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}
