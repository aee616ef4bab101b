import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '#shared/api/api-error.ts';
import {
  guarded,
  identify,
  leaveSession,
  markAuthorized,
  markUnauthorized,
  onSessionEnd,
  session,
} from './session.ts';

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

test('a session that the server has ended is lost until the next; one that was left here is not', () => {
  markAuthorized();
  markUnauthorized();
  expect(session.get().lost).toBe(true);
  markAuthorized();
  expect(session.get().lost).toBe(false);
  leaveSession();
  expect(ends).toBe(2);
  expect(session.get().lost).toBe(false);
});

test('the server may tell before another tab does that it was left there', () => {
  markAuthorized();
  markUnauthorized();
  leaveSession();
  expect([ends, session.get().lost]).toEqual([1, false]);
});

test('somebody else in the same place ends it, the same user does not', () => {
  markAuthorized();
  const { ended } = session.get();
  identify('a');
  identify('a');
  expect(session.get()).toEqual({ authorized: true, ended, lost: false });
  identify('b');
  expect(ends).toBe(1);
  expect(session.get()).toEqual({ authorized: true, ended: ended + 1, lost: false });
});

test('a new user after the end of a session does not end it again', () => {
  markAuthorized();
  identify('a');
  markUnauthorized();
  markAuthorized();
  identify('b');
  expect(ends).toBe(1);
});
