import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { administer, refusals } from './administer.ts';
import { markAuthorized, markUnauthorized, session } from './session.ts';

const answering = (status: number, code: string): void => {
  vi.stubGlobal('fetch', async () => Response.json({ code, message: '', status }, { status }));
};

beforeEach(markAuthorized);
afterEach(markUnauthorized);

test('a refusal for want of the role is noted, and the session goes on', async () => {
  const before = refusals.get();
  answering(403, 'session.forbidden');
  await expect(administer(adminEndpoints.getDashboard, {})).rejects.toThrow();
  expect(refusals.get()).toBe(before + 1);
  expect(session.get().authorized).toBe(true);
});

test('the guard leads to sign-in without a session', async () => {
  answering(401, 'session.required');
  await expect(administer(adminEndpoints.getDashboard, {})).rejects.toThrow();
  expect(session.get().authorized).toBe(false);
});

test('another failure is the caller’s alone', async () => {
  const before = refusals.get();
  answering(409, 'user.last_admin');
  await expect(administer(adminEndpoints.getDashboard, {})).rejects.toThrow();
  expect([refusals.get(), session.get().authorized]).toEqual([before, true]);
});
