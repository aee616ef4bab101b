import { OutboundError } from '#ports/outbound.ts';
import {
  BlobAbsentError,
  BlobStoreAwayError,
  BlobStoreError,
  BlobStoreFullError,
} from '#ports/blob-store.ts';
import type { StorageFailure } from '#ports/object-storage.ts';
import { isCertificateError } from '#lib/certificate-error.ts';
import { systemErrorCode } from '#lib/file-sync.ts';

/** S3 error codes by their meaning for the person who configures the store. */
const meanings: Readonly<Record<string, StorageFailure>> = {
  NoSuchBucket: 'no_bucket',
  PermanentRedirect: 'wrong_region',
  TemporaryRedirect: 'wrong_region',
  AuthorizationHeaderMalformed: 'wrong_region',
  IllegalLocationConstraintException: 'wrong_region',
  InvalidAccessKeyId: 'access_key',
  SignatureDoesNotMatch: 'secret_key',
  RequestTimeTooSkewed: 'clock',
  AccessDenied: 'forbidden',
  AllAccessDisabled: 'forbidden',
  AccountProblem: 'forbidden',
  QuotaExceeded: 'full',
  QuotaExceededException: 'full',
  XMinioStorageFull: 'full',
  XMinioAdminBucketQuotaExceeded: 'full',
  InsufficientCapacity: 'full',
  SlowDown: 'busy',
  ServiceUnavailable: 'busy',
  InternalError: 'busy',
  OperationAborted: 'busy',
  RequestTimeout: 'timeout',
  BadDigest: 'altered',
  XAmzContentSHA256Mismatch: 'altered',
};
const passing: ReadonlySet<StorageFailure> = new Set(['unreachable', 'timeout', 'busy', 'altered']);
const passingStatus: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

const meaningOf = (status: number, code: string | undefined): StorageFailure => {
  const known = code === undefined ? undefined : meanings[code];
  if (known !== undefined) return known;
  if (status === 507) return 'full';
  if (passingStatus.has(status)) return 'busy';
  if (status >= 300 && status < 400) return code === undefined ? 'not_s3' : 'wrong_region';
  if (status === 403) return 'forbidden';
  return code === undefined ? 'not_s3' : 'failed';
};

/** A call of object storage failed. The message repeats nothing of the answer but its code. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly reason: StorageFailure;
  /** S3's own word for it, where it gave one. */
  readonly code: string | undefined;

  constructor(reason: StorageFailure, { code, cause }: { code?: string | undefined; cause?: unknown } = {}) {
    super(`The object storage failed: ${reason}${code === undefined ? '' : ` (${code})`}.`, { cause });
    this.reason = reason;
    this.code = code;
  }

  /** Tells whether the same call may succeed later. */
  get isPassing(): boolean {
    return passing.has(this.reason);
  }

  /** Tells whether no connection came about in time. */
  get isUnconnected(): boolean {
    return this.cause instanceof OutboundError && this.cause.reason === 'timeout';
  }
}

/** Only letters and digits, because it goes into messages and logs. */
const plainCode = /^[A-Za-z][A-Za-z0-9.]{0,63}$/;

/** @param code as the answer has it */
export const refusalOf = (status: number, code: string | undefined): S3Error => {
  const plain = code !== undefined && plainCode.test(code) ? code : undefined;
  return new S3Error(meaningOf(status, plain), { code: plain ?? `HTTP ${status}` });
};

const networkReason = (error: unknown): StorageFailure => {
  if (error instanceof OutboundError) return error.reason === 'too_large' ? 'failed' : error.reason;
  const code = systemErrorCode(error);
  if (isCertificateError(code)) return 'certificate';
  // Errors of Node's HTTP and TLS parsers: the other side answered in another protocol.
  if (code?.startsWith('HPE_') === true || code?.startsWith('ERR_SSL') === true || code === 'EPROTO')
    return 'not_s3';
  return 'unreachable';
};

/** Converts errors below S3: host names, connections, certificates. */
export const asS3Error = (error: unknown): S3Error =>
  error instanceof S3Error ? error : new S3Error(networkReason(error), { cause: error });

const failureOf = (reason: StorageFailure): typeof BlobStoreError => {
  if (reason === 'full') return BlobStoreFullError;
  return reason === 'altered' ? BlobStoreError : BlobStoreAwayError;
};

/** Converts an error to the port's. @param doing what was being done */
export const inWords = (doing: string, error: unknown): Error => {
  if (error instanceof BlobStoreError || error instanceof BlobAbsentError) return error;
  const { reason, code } = asS3Error(error);
  const why = code === undefined ? reason : `${reason}, ${code}`;
  const Failure = failureOf(reason);
  const what = reason === 'full' ? 'has no space left' : 'failed';
  return new Failure(`The object storage ${what} while ${doing} (${why}).`, { cause: error, reason });
};

/** Runs work and converts its error to the port's. @param doing what was being done */
export const attempt = async <T>(doing: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw inWords(doing, error);
  }
};
