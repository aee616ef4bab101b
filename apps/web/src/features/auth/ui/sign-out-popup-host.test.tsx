import { appEndpoints } from '@holdall/contract/app.endpoints';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { call } from '#shared/api/client.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { markAuthorized, session } from '#shared/session/session.ts';
import { change, openPlace } from '#shared/testing/page.tsx';
import { openServer } from '#shared/testing/server.ts';
import { signOut } from '../sign-out.ts';
import { SignOutPopupHost } from './sign-out-popup-host.tsx';

beforeEach(withMessages);

test('signing out shows a popup once it has taken 300 ms, and nothing else is asked meanwhile', async () => {
  const answer = Promise.withResolvers<Response>();
  const calls = openServer(() => answer.promise);
  const { box, draw } = openPlace(new QueryClient());
  await draw(<SignOutPopupHost />);
  await import('./sign-out.popup.tsx');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  markAuthorized();
  const leaving = [signOut(), signOut()];
  const other = vi.fn<() => void>();
  call(appEndpoints.getUser, {}).then(other, other);
  await change(() => vi.advanceTimersByTimeAsync(299));
  expect(box.querySelector('dialog')).toBeNull();
  await change(() => vi.advanceTimersByTimeAsync(1));
  expect(box.querySelector('dialog')?.textContent).toBe('Logging OutWait a second...');
  expect(calls.map(({ path }) => path)).toEqual(['/logout']);
  answer.resolve(new Response(null, { status: 204 }));
  await change(() => Promise.all(leaving));
  expect(box.querySelector('dialog')).toBeNull();
  expect(session.get()).toMatchObject({ authorized: false, lost: false });
  expect(calls).toHaveLength(1);
  expect(other).not.toHaveBeenCalled();
});
