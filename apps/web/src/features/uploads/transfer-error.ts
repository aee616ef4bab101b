import type { UploadFailure } from './upload-entry.ts';

interface TransferErrorDetails {
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  readonly code?: string | undefined;
  /** The server's sentence. */
  readonly message?: string | undefined;
  /** With `upload.gap`: the byte at which the server wants to go on. */
  readonly offset?: number | undefined;
  /** Milliseconds that the server asks to wait. */
  readonly retryAfter?: number | undefined;
}

/** A request that did not end well. */
export class TransferError extends Error {
  readonly status: number;
  readonly code: string;
  readonly offset: number | undefined;
  readonly retryAfter: number;

  constructor(details: TransferErrorDetails) {
    super(details.message ?? '');
    this.name = 'TransferError';
    this.status = details.status;
    this.code = details.code ?? '';
    this.offset = details.offset;
    this.retryAfter = details.retryAfter ?? 0;
  }
}

/** An upload that is over: no further attempt is made. */
export class UploadStopped extends Error {
  readonly failure: UploadFailure;

  constructor(failure: UploadFailure) {
    super(failure.reason);
    this.name = 'UploadStopped';
    this.failure = failure;
  }
}

const passingStatuses: readonly number[] = [0, 408, 425, 429, 502, 503, 504];
const passingCodes: readonly string[] = ['upload.gap', 'upload.incomplete'];

/** Whether the same request may well succeed a little later. */
export const isPassing = (error: TransferError): boolean =>
  passingStatuses.includes(error.status) || passingCodes.includes(error.code);

const unprocessable = (error: TransferError, sentAs: 'whole' | 'chunk' | 'folder'): UploadFailure => {
  // Section 8: 422 is the blocked type, but generic from chunks. A code that says otherwise is believed.
  const blocked = error.code === '' || error.code === 'upload.blocked_type';
  if (sentAs === 'whole' && blocked) return { reason: 'blocked_type', detail: '' };
  return { reason: 'server', detail: error.message };
};

/** Names the failure behind an answer that no further attempt can mend (specification section 8). */
export function failureOf(error: TransferError, sentAs: 'whole' | 'chunk' | 'folder'): UploadFailure {
  const detail = error.message;
  switch (error.status) {
    case 401:
      return { reason: 'signed_out', detail };
    case 403:
      return { reason: error.code === 'upload.disabled' ? 'disabled' : 'refused', detail };
    case 413:
      return { reason: 'too_large', detail: '' };
    case 422:
      return unprocessable(error, sentAs);
    case 423:
      return { reason: 'out_of_space', detail: '' };
    case 500:
    case 507:
      return { reason: 'server', detail };
    default:
      return { reason: 'refused', detail };
  }
}
