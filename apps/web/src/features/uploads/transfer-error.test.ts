import { expect, test } from 'vitest';
import { ApiError } from '#shared/api/api-error.ts';
import { failureOf } from './transfer-error.ts';
import { isRetryable, type UploadEntry } from './upload-entry.ts';

test.each([
  { status: 423, code: 'file_request.full', reason: 'unasked', retryable: false },
  { status: 410, code: 'file_request.closed', reason: 'unasked', retryable: false },
  { status: 404, code: 'item.not_found', reason: 'refused', retryable: true },
] as const)('$status $code is $reason', ({ status, code, reason, retryable }) => {
  const message = 'You can send up to 8 B more.';
  const failure = failureOf(new ApiError({ status, code, message }), 'whole');
  expect(failure).toEqual({ reason, detail: message });
  const entry: UploadEntry = {
    id: 1,
    kind: 'file',
    name: 'a.txt',
    path: 'a.txt',
    parentId: null,
    size: 10,
    type: '',
    state: 'failed',
    sent: 0,
    failures: 0,
    failure,
  };
  expect(isRetryable(entry)).toBe(retryable);
});
