import type { ErrorCode } from '@holdall/contract/error-codes';
import { ApiError } from './api-error.ts';

/** Tells whether a call failed for this reason. */
export const failedBy = (error: unknown, code: ErrorCode): boolean =>
  error instanceof ApiError && error.code === code;
