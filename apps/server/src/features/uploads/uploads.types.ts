import type { ChunkFields, UploadQuery } from '@holdall/contract/uploads';
import type { ItemRow } from '#db/tables/files.ts';
import type { FileTarget } from '#features/files/index.ts';
import type { Actor } from '#lib/actor.ts';
import type { IncomingBytes } from '#http/incoming-bytes.ts';

/** Fields of senders who may choose the folder and the conflict rule. */
type OwnerField = 'parent_id' | 'on_conflict';
export type SentQuery = Omit<UploadQuery, OwnerField> & Partial<Pick<UploadQuery, OwnerField>>;
export type SentFields = Omit<ChunkFields, OwnerField> & Partial<Pick<ChunkFields, OwnerField>>;

/** The input of an upload request, besides its bytes. */
export interface UploadInput {
  readonly target: FileTarget;
  /** Milliseconds since 1970. */
  readonly lastModified: number | null;
  /** `Content-Type` of the bytes, as sent. */
  readonly declaredType: string | undefined;
  /** The extension that the client names, or ''. */
  readonly extension: string;
  /** Name of the upload, if several requests may continue it. */
  readonly uploadId: string | undefined;
  /** Offset of the bytes in the file; undefined: where the server is. */
  readonly offset: number | undefined;
  /** Length of the file, if the client announces it. */
  readonly size: number | undefined;
  /** Length of these bytes, if known beforehand. */
  readonly length: number | undefined;
  /** Estimated length of these bytes, which only sizes the reservation. */
  readonly expected: number | undefined;
  /** True if these bytes complete the file. */
  readonly isLast: boolean;
  /** True if bytes received before a broken connection are kept. */
  readonly keepBroken: boolean;
}

/** An upload's entry in the budget of a request for files, until it becomes a file. */
export interface BudgetEntry {
  /** The upload that it continues, if any, whose staged bytes are its own. */
  session: string | undefined;
  /** Bytes received of its file. */
  bytes: number;
  /** Returns the staged bytes of the request's idle uploads. */
  idleBytes(): Promise<number>;
  /** Returns the bytes received of the request's other active uploads. */
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
