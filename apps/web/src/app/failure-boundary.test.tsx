import type { Config } from '@holdall/contract/settings';
import { act, createElement, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { putConfig } from '#shared/config/config.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { navigate, useLocation } from '#shared/router/location.ts';
import { eventually } from '#shared/testing/eventually.ts';
import { chunkTimeout, lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { toasts } from '#shared/ui/toast.ts';
import { FailureBoundary } from './failure-boundary.tsx';

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  await withMessages();
});

const crash = (): never => {
  throw new Error('a defect');
};

test('a page of a failure bears the title and the logo of the application', async () => {
  const app = { title: 'Northlight', logo: '/logo', logo_horizontal: null };
  putConfig({ app } as Config);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place, { onCaughtError: () => undefined });
  onTestFinished(() => act(async () => root.unmount()));
  await act(async () => root.render(<FailureBoundary>{createElement(crash)}</FailureBoundary>));
  expect(place.querySelector('.message-page-brand')?.textContent).toBe('Northlight');
  expect(place.querySelector('.message-page-brand img')?.getAttribute('src')).toBe('/logo');
});

const address = 'http://localhost/chunks/users.js';

test('a part that cannot be loaded while the server is away is loaded by trying again', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  const load = vi.fn<() => Promise<() => string>>(async () => () => 'The users');
  load.mockRejectedValueOnce(new TypeError(`Failed to fetch module: ${address}`));
  const Users = lazyChunk('users', load);
  const place = document.body.appendChild(document.createElement('div'));
  const seen: unknown[] = [];
  const root = createRoot(place, { onCaughtError: (error) => seen.push(error) });
  onTestFinished(() => act(async () => root.unmount()));
  await act(async () =>
    root.render(
      <FailureBoundary>
        <Users />
      </FailureBoundary>,
    ),
  );
  await eventually(() => expect(place.textContent).toContain('The server can’t be reached'));
  expect(place.textContent).toContain('Loading chunk users failed (TypeError)');
  expect(place.querySelector('button')?.textContent).toBe('Try again');
  await act(async () => place.querySelector('button')?.click());
  await eventually(() => expect(place.textContent).toBe('The users'));
  expect([load.mock.calls.length, seen.length]).toEqual([2, 1]);
});

test('people without a network stay on the page that they were about to leave', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => void vi.restoreAllMocks());
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  const Profile = lazyChunk('profile', () => Promise.reject(new TypeError('offline')));
  navigate('/platform/files', { replace: true });
  const Pages = () => (useLocation().pathname === '/user/profile' ? <Profile /> : 'The files');
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place, { onCaughtError: () => undefined });
  onTestFinished(() => act(async () => root.unmount()));
  await act(async () =>
    root.render(
      <FailureBoundary>
        <Suspense fallback={null}>
          <Pages />
        </Suspense>
      </FailureBoundary>,
    ),
  );
  await act(async () => navigate('/user/profile'));
  await eventually(() => expect(toasts.get()).toMatchObject([{ message: 'You’re offline' }]));
  await eventually(() =>
    expect([location.pathname, place.textContent]).toEqual(['/platform/files', 'The files']),
  );
});

test('a part that takes 120 seconds has failed, and is not waited for once more where it is drawn after that', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const load = vi.fn<() => Promise<() => string>>(() => new Promise(() => undefined));
  const Plans = lazyChunk('plans', load);
  const failure = Plans.load().catch((error: unknown) => String(error));
  await vi.advanceTimersByTimeAsync(chunkTimeout);
  expect(await failure).toContain('Loading chunk plans failed (timeout)');
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place, { onCaughtError: () => undefined });
  onTestFinished(() => act(async () => root.unmount()));
  await act(async () =>
    root.render(
      <FailureBoundary>
        <Plans />
      </FailureBoundary>,
    ),
  );
  expect(place.textContent).toContain('A new version is ready');
  expect(place.textContent).toContain('Loading chunk plans failed (timeout)');
  expect(place.querySelector('button')?.textContent).toBe('Reload');
  expect(load).toHaveBeenCalledTimes(1);
});
