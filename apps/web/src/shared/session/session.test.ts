import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '#shared/api/api-error.ts';
import { guarded, identify, markAuthorized, markUnauthorized, onSessionEnd, session } from './session.ts';

let ends = 0;
onSessionEnd(() => {
  ends += 1;
});

beforeEach(() => {
  markUnauthorized();
  ends = 0;
});

test('signing out ends the session once', () => {
  markAuthorized();
  markUnauthorized();
  markUnauthorized();
  expect(ends).toBe(1);
  expect(session.get().authorized).toBe(false);
});

test('listeners find the session already over, and go when they are taken away', () => {
  const seen: boolean[] = [];
  const forget = onSessionEnd(() => seen.push(session.get().authorized));
  markAuthorized();
  markUnauthorized();
  forget();
  markAuthorized();
  markUnauthorized();
  expect(seen).toEqual([false]);
});

test('401 and 403 end it, other failures do not', async () => {
  const failing = (status: number) => guarded(Promise.reject(new ApiError({ status, message: '' })));
  markAuthorized();
  await expect(failing(500)).rejects.toThrow();
  expect(ends).toBe(0);
  await expect(failing(401)).rejects.toThrow();
  expect(ends).toBe(1);
});

test('somebody else in the same place ends it, the same user does not', () => {
  markAuthorized();
  const { ended } = session.get();
  identify('a');
  identify('a');
  expect(session.get()).toEqual({ authorized: true, ended });
  identify('b');
  expect(ends).toBe(1);
  expect(session.get()).toEqual({ authorized: true, ended: ended + 1 });
});

test('who signs in after a session has ended is nobody else', () => {
  markAuthorized();
  identify('a');
  markUnauthorized();
  markAuthorized();
  identify('b');
  expect(ends).toBe(1);
});
