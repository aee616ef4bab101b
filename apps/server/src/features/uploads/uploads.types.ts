import type { ChunkFields, UploadQuery } from '@holdall/contract/uploads';
import type { ItemRow } from '#db/tables/files.ts';
import type { FileTarget } from '#features/files/index.ts';
import type { Actor } from '#http/actor.ts';
import type { IncomingBytes } from '#http/incoming-bytes.ts';

/** Fields that only those send who may choose the place, and what becomes of a clash of names. */
type Choosing = 'parent_id' | 'on_conflict';
export type SentQuery = Omit<UploadQuery, Choosing> & Partial<Pick<UploadQuery, Choosing>>;
export type SentFields = Omit<ChunkFields, Choosing> & Partial<Pick<ChunkFields, Choosing>>;

/** What a request wants to do with the bytes that it brings. */
export interface UploadInput {
  readonly target: FileTarget;
  /** Milliseconds since 1970. */
  readonly lastModified: number | null;
  /** `Content-Type` of the bytes, as sent. */
  readonly declaredType: string | undefined;
  /** The extension that the client names, or ''. */
  readonly extension: string;
  /** Name of the upload, where it may go on over several requests. */
  readonly uploadId: string | undefined;
  /** Where in the file the bytes begin; undefined: where the server stands. */
  readonly offset: number | undefined;
  /** Whole length of the file, where the client tells it. */
  readonly size: number | undefined;
  /** Length of these bytes, where it is known beforehand. */
  readonly length: number | undefined;
  /** Their length as far as it can be guessed: what room is reserved by, and nothing else. */
  readonly expected: number | undefined;
  /** Whether the file is whole after these bytes. */
  readonly isLast: boolean;
  /** Whether bytes that arrived before a broken connection stay; else the request never was. */
  readonly keepBroken: boolean;
}

/** What an upload has brought that is no file yet. */
export interface BudgetEntry {
  /** The upload that it goes on with, if it is one: what lies there of it is its budget. */
  session: string | undefined;
  /** Bytes of its file that have come. */
  bytes: number;
  /** Bytes that rest of other files of the same request for files, of which nothing comes now. */
  idleBytes(): Promise<number>;
  /** Bytes that have come of those others of which more comes now. */
  activeBytes(): number;
}

/** A request that brings bytes. */
export interface Arrival {
  readonly actor: Actor;
  readonly input: UploadInput;
  readonly body: IncomingBytes;
  readonly budget: BudgetEntry;
}

export type UploadOutcome =
  | { readonly kind: 'progress'; readonly uploadId: string; readonly offset: number }
  | { readonly kind: 'done'; readonly item: ItemRow };
