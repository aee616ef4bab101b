import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { mayHaveUnfinished, setMayHaveUnfinished } from '#features/uploads/unfinished-uploads-flag.ts';
import { leaveSession, markAuthorized, markUnauthorized } from '#shared/session/session.ts';
import { alerts, openAlert } from '#shared/ui/alert.ts';
import { showToast, toasts } from '#shared/ui/toast.ts';
import { queryClient } from './query-client.ts';
import { forgetWithSession } from './session-end.ts';

afterEach(() => {
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});

test('the data and messages of a session go with it', () => {
  forgetWithSession();
  markAuthorized();
  queryClient.setQueryData(['folder'], { name: 'Letters' });
  openAlert({ title: 'No', message: 'Letters is full.' });
  showToast({ type: 'success', message: 'Letters was moved.' });
  markUnauthorized();
  expect(queryClient.getQueryData(['folder'])).toBeUndefined();
  expect(alerts.get()).toEqual([]);
  expect(toasts.get()).toEqual([]);
});

test('unfinished uploads are kept when a session expires, and forgotten when its user signs out', () => {
  const deleteDatabase = vi.fn();
  vi.stubGlobal('indexedDB', { deleteDatabase });
  forgetWithSession();
  setMayHaveUnfinished(true);
  markAuthorized();
  markUnauthorized();
  expect([mayHaveUnfinished(), deleteDatabase.mock.calls]).toEqual([true, []]);
  markAuthorized();
  leaveSession();
  expect([mayHaveUnfinished(), deleteDatabase.mock.calls]).toEqual([false, [['holdall']]]);
});

test('a browser that believes it is offline still asks the server', async () => {
  onlineManager.setOnline(false);
  expect(await queryClient.query({ queryKey: ['a'], queryFn: async () => 'answer' })).toBe('answer');
  const mutation = queryClient.getMutationCache().build(queryClient, { mutationFn: async () => 'made' });
  expect(await mutation.execute(undefined)).toBe('made');
});
