import type { ErrorCode } from '@holdall/contract/error-codes';
import type { FileRequestRow } from '#db/tables/links.ts';
import { refusalOfRequest } from '#features/links/index.ts';
import { AppError, invalidField } from '#lib/app-error.ts';
import type { MailScope } from './requests.types.ts';

/** Milliseconds after the last file of a visit until the owner is mailed, unless the guest has pressed done. */
export const mailAfter = 15 * 60_000;
/** Milliseconds for which ended requests and receipts are kept. */
export const keptFor = 180 * 24 * 60 * 60_000;

/** Milliseconds since 1970. @throws request.invalid for a time in the past */
export const deadlineOf = (deadline: string | null, now: number): number | null => {
  if (deadline === null) return null;
  const end = Date.parse(deadline);
  if (end <= now) throw invalidField('deadline', 'Choose a time in the future.');
  return end;
};

/** @throws request.invalid naming the limit that keeps the request full */
export const refuseOpening = (request: FileRequestRow, now: number): void => {
  const refusal = refusalOfRequest({ ...request, closed_at: null }, now);
  if (refusal === undefined) return;
  if (refusal === 'file_request.closed') throw invalidField('deadline', 'The deadline has passed.');
  const { max_files: most, files } = request;
  if (most !== null && files >= most)
    throw invalidField('max_files', 'You’ve already received that many files. Allow more.');
  throw invalidField('max_size', 'You’ve already received that much. Allow more.');
};

/** Milliseconds after which a mail to a suspended owner is retried. */
export const askAgainAfter = 24 * 60 * 60_000;

const minute = 60_000;
/** Rounds up to a full minute, so that files of one minute share a check. */
export const nextMinute = (at: number): number => Math.ceil(at / minute) * minute;

/** Returns the key that makes a check the only one of its minute. */
export const keyOf = ({ requestId, visit }: MailScope, runAt: number): string =>
  (visit === undefined ? [requestId, runAt] : [requestId, visit, runAt]).join(' ');

const isCode = (error: unknown, code: ErrorCode): boolean => error instanceof AppError && error.code === code;
/** Tells whether the request or its owner's account is gone. */
export const isGone = (error: unknown): boolean => isCode(error, 'file_request.not_found');
/** Tells whether the owner is suspended, and may return. */
export const isSuspended = (error: unknown): boolean => isCode(error, 'share.unavailable');
