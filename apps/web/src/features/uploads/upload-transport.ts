import type { ConflictChoice, Item } from '@holdall/contract/files';
import type { UploadPart } from './chunk-plan.ts';

/** One file on its way; the same under every attempt. */
export interface UploadJob {
  /** Names the upload on the server, so that it can be continued, repeated and cancelled. */
  readonly uploadName: string;
  readonly file: File;
  readonly path: string;
  readonly parentId: string | null;
  /** The server's action where the name is taken. */
  readonly onConflict: ConflictChoice;
}

export interface SendHooks {
  readonly signal: AbortSignal;
  /** Bytes of this part that have left. */
  readonly onProgress: (sent: number) => void;
}

/** The finished item, or the byte at which the server goes on. */
export type SendAnswer = { readonly item: Item } | { readonly offset: number };

/** The calls that uploading needs. Every failure is an `ApiError`; an abort is an `AbortError`. */
export interface UploadTransport {
  send(job: UploadJob, part: UploadPart, hooks: SendHooks): Promise<SendAnswer>;
  /** Returns how many bytes of an unfinished upload the server has; undefined where it knows of none. */
  offsetOf(uploadName: string, signal: AbortSignal): Promise<number | undefined>;
  /** Tells the server to forget an unfinished upload. */
  forget(uploadName: string): Promise<void>;
  /** Makes a folder and those above it; one that is there already is answered as it is. */
  createFolder(path: string, parentId: string | null, signal: AbortSignal): Promise<Item>;
}

/** The state of the browser's network. */
export interface Connection {
  isOnline(): boolean;
  /** Resolves as soon as the browser is online; rejects with the signal's reason. */
  whenOnline(signal: AbortSignal): Promise<void>;
}

export interface UploadClock {
  /** Milliseconds that only ever grow. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}
