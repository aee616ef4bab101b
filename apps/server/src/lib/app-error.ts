import { type ErrorCode, errorStatuses } from '@holdall/contract/error-codes';
import { errorMessages } from '@holdall/contract/messages/en.errors';

/** An item as a question about a clash of names shows it. */
export interface ExistingItem {
  readonly id: string;
  readonly type: 'folder' | 'file';
  /** Bytes; 0 for folders. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified_at: number;
}

/** An item that is to be moved to where its name is taken. */
export interface MoveConflict extends ExistingItem {
  readonly name: string;
  readonly existing: ExistingItem;
  readonly replaceable: boolean;
}

export interface ErrorDetails {
  /** Field name to sentences, where single fields are at fault. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** `upload.gap`: the byte at which the server wants to go on. */
  readonly offset?: number;
  /** The item that has the name already, for `item.name_taken`. */
  readonly existing?: ExistingItem | undefined;
  /** `item.name_taken` at a move: the first of the items that must be decided on, and how many there are. */
  readonly conflicts?: { readonly total: number; readonly items: readonly MoveConflict[] };
  /** `share.locked`: what the link leads to. */
  readonly shared?: 'folder' | 'file';
  /** The particular reason, for texts in the reader's language. */
  readonly reason?: string;
  /** Seconds, sent as `Retry-After`. */
  readonly retryAfter?: number;
  /** A more precise sentence than the code's own, for people. */
  readonly message?: string;
  /** The link that the call was about, for logs; it is never sent. */
  readonly linkId?: string;
  readonly cause?: unknown;
}

/**
 * An expected failure: it has a code of the contract, a status and a sentence that may be shown. Every other
 * thrown value is a defect and is answered as `server.failed`.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? errorMessages[`errors.${code}`], { cause: details.cause });
    this.code = code;
    this.status = errorStatuses[code];
    this.details = details;
  }
}

/** `request.invalid` for one field. */
export const invalidField = (field: string, sentence: string): AppError =>
  new AppError('request.invalid', { errors: { [field]: [sentence] } });
