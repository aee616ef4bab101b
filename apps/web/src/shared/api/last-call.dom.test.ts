import { appEndpoints } from '@holdall/contract/app.endpoints';
import { itemEndpoints } from '@holdall/contract/items.endpoints';
import { beforeEach, expect, test, vi } from 'vitest';
import { networkError } from './api-error.ts';
import { call } from './client.ts';
import { lastCall } from './last-call.ts';

/** Requests that wait for their answers, as `method path`; a cancelled one fails as it does in browsers. */
const asked: string[] = [];
const answers: (() => void)[] = [];

beforeEach(() => {
  asked.length = 0;
  answers.length = 0;
  vi.stubGlobal('fetch', (path: string, { method, signal }: RequestInit) => {
    asked.push(`${method} ${path}`);
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    answers.push(() => resolve(Response.json({ answered: path })));
    return promise;
  });
});

const later = () => new Promise((resolve) => setTimeout(resolve));

test('requests from before the end of a session and during it go with the session, and nothing is asked anew', async () => {
  const settled = vi.fn<() => void>();
  const { promise: end, resolve: succeed } = Promise.withResolvers<void>();
  call(appEndpoints.getUser, {}).then(settled, settled);
  await later();
  const left = lastCall(() => end);
  call(appEndpoints.getStorage, {}).then(settled, settled);
  call(itemEndpoints.orderFavourites, { body: { folders: [] } }).then(settled, settled);
  await later();
  succeed();
  await left;
  await later();
  expect(asked).toEqual(['GET /api/user']);
  expect(settled).not.toHaveBeenCalled();
  const next = call(appEndpoints.getConfig, {});
  await later();
  answers.at(-1)?.();
  expect(await next, 'what comes after it is asked').toEqual({ answered: '/api/config' });
});

test('all requests go on where the session stays', async () => {
  const { promise: end, reject: fail } = Promise.withResolvers<void>();
  const user = call(appEndpoints.getUser, {});
  await later();
  const left = lastCall(() => end);
  const storage = call(appEndpoints.getStorage, {});
  fail(networkError('cut'));
  await expect(left).rejects.toThrow();
  await later();
  expect(asked.toSorted()).toEqual(['GET /api/user', 'GET /api/user', 'GET /api/user/storage']);
  for (const answer of answers) answer();
  expect(await user).toEqual({ answered: '/api/user' });
  expect(await storage).toEqual({ answered: '/api/user/storage' });
});

test('a change that is under way is left to its answer, and what its asker gives up stays given up', async () => {
  const { promise: end, reject: fail } = Promise.withResolvers<void>();
  const change = call(itemEndpoints.orderFavourites, { body: { folders: [] } });
  const asker = new AbortController();
  const user = call(appEndpoints.getUser, { signal: asker.signal });
  await later();
  asker.abort();
  const left = lastCall(() => end);
  await expect(user).rejects.toMatchObject({ name: 'AbortError' });
  answers[0]?.();
  expect(await change).toEqual({ answered: '/api/folders/favourites' });
  fail(networkError('cut'));
  await expect(left).rejects.toThrow();
  expect(asked).toEqual(['PATCH /api/folders/favourites', 'GET /api/user']);
});
