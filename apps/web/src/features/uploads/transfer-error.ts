import { ApiError } from '#shared/api/api-error.ts';
import type { ExistingItem, FailureReason, UploadFailure } from './upload-entry.ts';

/** A refused transfer with a pause that the server has requested. */
export class TransferError extends ApiError {
  /** Milliseconds. */
  readonly retryAfter: number;

  constructor({ status, message, code, offset }: ApiError, retryAfter: number) {
    super({ status, message, code, ...(offset !== undefined && { offset }) });
    this.retryAfter = retryAfter;
  }
}

/** The final failure of an upload: no further attempt is made. */
export class UploadStopped extends Error {
  readonly failure: UploadFailure;
  /** With `name_taken`: the item that has the name. */
  readonly existing: ExistingItem | undefined;

  constructor(failure: UploadFailure, existing?: ExistingItem) {
    super(failure.reason);
    this.name = 'UploadStopped';
    this.failure = failure;
    this.existing = existing;
  }
}

const passingStatuses: readonly number[] = [0, 408, 425, 429, 502, 503, 504];
const passingCodes: readonly string[] = ['upload.gap', 'upload.incomplete', 'upload.mismatch'];

/** Reports whether the same request may succeed a little later. */
export const isPassing = (error: ApiError): boolean =>
  passingStatuses.includes(error.status) || passingCodes.includes(error.code);

const unprocessable = (error: ApiError, sentAs: 'whole' | 'chunk' | 'folder'): UploadFailure => {
  // Section 8: 422 is the blocked type, but generic for chunks. A more specific code takes precedence.
  const blocked = error.code === 'unreadable' || error.code === 'upload.blocked_type';
  if (sentAs === 'whole' && blocked) return { reason: 'blocked_type', detail: '', isFinal: true };
  return { reason: 'server', detail: error.message, isFinal: true };
};

const forbidden: Readonly<Partial<Record<ApiError['code'], FailureReason>>> = {
  'upload.disabled': 'disabled',
  'folder.disabled': 'folders_disabled',
};

/** Codes of a file request that takes no more files: a retried file would be refused again. */
const closedRequestCodes: readonly ApiError['code'][] = ['file_request.full', 'file_request.closed'];

/** Returns the failure of an answer after which no further attempt can succeed (specification section 8). */
export function failureOf(error: ApiError, sentAs: 'whole' | 'chunk' | 'folder'): UploadFailure {
  const detail = error.message;
  if (closedRequestCodes.includes(error.code)) return { reason: 'unasked', detail };
  switch (error.status) {
    case 401:
      return { reason: 'signed_out', detail };
    case 403:
      return { reason: forbidden[error.code] ?? 'refused', detail };
    case 409:
      return { reason: error.code === 'item.name_taken' ? 'name_taken' : 'refused', detail };
    case 413:
      return { reason: 'too_large', detail: '', isFinal: true };
    case 422:
      return unprocessable(error, sentAs);
    case 423:
      return { reason: 'out_of_space', detail: '', isFinal: true };
    case 500:
    case 507:
      return { reason: 'server', detail };
    default:
      return { reason: 'refused', detail };
  }
}
