import { appEndpoints } from '@holdall/contract/app.endpoints';
import { itemEndpoints } from '@holdall/contract/items.endpoints';
import { expect, test, vi } from 'vitest';
import { addressOf } from './client.ts';
import { apiErrorFrom } from './api-error.ts';
import { addressIn } from './address.ts';

test('a problem document becomes an error with its code, message and fields', () => {
  const error = apiErrorFrom(
    422,
    JSON.stringify({ code: 'request.invalid', message: 'No.', errors: { name: ['Too long.'] } }),
  );
  expect(error).toMatchObject({ status: 422, code: 'request.invalid', message: 'No.' });
  expect(error.errors['name']).toEqual(['Too long.']);
});

test('an answer from something in between keeps its status and has no message', () => {
  expect(apiErrorFrom(413, '<html>nginx</html>')).toMatchObject({
    status: 413,
    code: 'unreadable',
    message: '',
  });
  expect(apiErrorFrom(500, '"text"')).toMatchObject({ status: 500, code: 'unreadable' });
});

test('401 and 403 end the session, other failures do not', () => {
  expect([401, 403, 404, 500].map((status) => apiErrorFrom(status, '').isUnauthorized)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('a call that is refused for want of a second factor does not end the session', () => {
  const error = apiErrorFrom(403, JSON.stringify({ code: 'two_factor.required', message: 'First.' }));
  expect([error.isUnauthorized, error.needsTwoFactor]).toEqual([false, true]);
});

test('path parts are escaped and absent query values left out', () => {
  expect(addressOf(itemEndpoints.uploadStatus, { name: 'a/b c' })).toBe('/api/upload/chunks/a%2Fb%20c');
  expect(
    addressIn(appEndpoints.browseFolder, { id: 'root' }, { sort: 'name', offset: 0, limit: undefined }),
  ).toBe('/api/browse/folders/root?sort=name&offset=0');
});

test('a refusal says from when it is of use to try again', () => {
  vi.setSystemTime(1_000_000);
  const problem = JSON.stringify({ code: 'limit.too_many', message: 'Too many.' });
  expect(apiErrorFrom(429, problem, '90').retryAt).toBe(1_090_000);
  expect(apiErrorFrom(429, problem, 'Sat, 21 Nov 2026 23:00:00 GMT').retryAt).toBeUndefined();
  expect(apiErrorFrom(429, problem, null).retryAt).toBeUndefined();
  vi.useRealTimers();
});
