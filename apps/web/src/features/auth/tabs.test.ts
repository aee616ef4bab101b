import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { markAuthorized, markUnauthorized, onSessionEnd, session } from '#shared/session/session.ts';
import { eventually } from '#shared/testing/eventually.ts';
import { followTabs, notifyTabs, type SessionChange } from './tabs.ts';

const ended = vi.fn<() => void>();
onSessionEnd(ended);
followTabs();

let otherTab: BroadcastChannel;

beforeEach(() => {
  markUnauthorized();
  ended.mockClear();
  otherTab = new BroadcastChannel('holdall:session');
});

afterEach(() => otherTab.close());

const authorized = () => session.get().authorized;
const elsewhere = (change: SessionChange) => otherTab.postMessage(change);

test('signing out in another tab ends the session here', async () => {
  markAuthorized();
  elsewhere('signed-out');
  await eventually(() => expect(authorized()).toBe(false));
  expect(ended).toHaveBeenCalledOnce();
});

test('signing in in another tab leads on here', async () => {
  elsewhere('signed-in');
  await eventually(() => expect(authorized()).toBe(true));
  expect(ended).not.toHaveBeenCalled();
});

test('a session that another one replaces has ended, though the tab stays signed in', async () => {
  markAuthorized();
  elsewhere('signed-in');
  await eventually(() => expect(ended).toHaveBeenCalledOnce());
  expect(authorized()).toBe(true);
});

test('only the other tabs are notified', async () => {
  markAuthorized();
  const heard = new Promise((resolve) => otherTab.addEventListener('message', ({ data }) => resolve(data)));
  notifyTabs('signed-out');
  expect(await heard).toBe('signed-out');
  expect(ended).not.toHaveBeenCalled();
});
