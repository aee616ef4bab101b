import type { Config } from '@holdall/contract/settings';
import type { User } from '@holdall/contract/users';
import { QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { act, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { RealtimeOptions } from '#features/realtime/realtime.ts';
import { settingsKey, storageKey, userKey } from '#shared/api/query-keys.ts';
import { loadConfig } from '#shared/config/config.ts';
import { userQuery } from '#shared/session/session.ts';
import { refreshConfig } from '../config-live.ts';
import { connect } from '../live.ts';
import { queryClient } from '../query-client.ts';
import { Live } from './live.tsx';

const connections = vi.hoisted(() => ({
  made: [] as string[],
  isOver: false,
  tellAccount: (): void => undefined,
  tellConfig: (): void => undefined,
}));
vi.mock('#features/realtime/realtime.ts', () => ({
  connectRealtime: ({ channel, onAccountChanged, config }: RealtimeOptions) => {
    connections.made.push(channel);
    if (onAccountChanged) connections.tellAccount = onAccountChanged;
    if (config) connections.tellConfig = config.onChanged;
    return { isConnected: () => false, isOver: () => connections.isOver, close: () => undefined };
  },
}));

const user = {
  data: { id: 'u', attributes: { two_factor_confirmed_at: null }, meta: { two_factor_required: false } },
} as User;
const withoutTwoFactor = { data: { ...user.data, meta: { two_factor_required: true } } } as User;
const withoutRealtime = {
  broadcasting: null,
  recaptcha_origin: null,
  defaultThemeMode: 'system',
  app: { title: 'Holdall', color: 'petrol', favicon: null },
} as Config;

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const config = document.body.appendChild(document.createElement('script'));
  config.id = 'holdall-config';
  config.type = 'application/json';
  config.textContent = JSON.stringify(withoutRealtime);
  await loadConfig();
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
    config.remove();
    queryClient.clear();
  };
});

/** Lets time pass, and the requests that it causes end. */
const pass = (milliseconds: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(0);
  });

test('no connection is made where realtime is off', () => {
  expect(connect('u')).toBeUndefined();
  expect(connections.made).toEqual([]);
});

/**
 * Listens to changes, with the answers that decide on it in use.
 *
 * @returns the paths that are read anew
 */
const follow = async (answered: User) => {
  const config = { ...withoutRealtime, broadcasting: { key: 'key', path: '/realtime' } };
  vi.stubGlobal('fetch', async () => Response.json(config));
  await refreshConfig();
  connect('u');
  const read = vi.fn<(key: unknown) => User>(() => answered);
  for (const queryKey of [storageKey, userKey, [...settingsKey, 'appearance']])
    onTestFinished(
      new QueryObserver(queryClient, {
        queryKey,
        queryFn: () => read(queryKey),
        initialData: user,
        staleTime: Infinity,
      }).subscribe(() => undefined),
    );
  onTestFinished(() => void (connections.made.length = 0));
  return read;
};

test.each([
  ['an account that was changed elsewhere', 'tellAccount', [userKey, storageKey]],
  ['what other settings decide', 'tellConfig', [userKey, storageKey, [...settingsKey, 'appearance']]],
] as const)('%s is read anew', async (_what, tell, keys) => {
  const read = await follow(user);
  connections[tell]();
  await pass(0);
  expect(read.mock.calls).toEqual(keys.map((key) => [key]));
});

test.each(['tellAccount', 'tellConfig'] as const)(
  'a user who has to set up two-factor sign-in from now on is asked about first, and all else is left alone: %s',
  async (tell) => {
    const read = await follow(withoutTwoFactor);
    connections[tell]();
    await pass(0);
    expect(read.mock.calls).toEqual([[userKey]]);
  },
);

const drawLive = async (): Promise<void> => {
  const root = createRoot(document.createElement('div'));
  onTestFinished(() => act(async () => root.unmount()));
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <Live />
        </Suspense>
      </QueryClientProvider>,
    ),
  );
};

test('realtime that is switched on is used from the next focus on, and again where it was switched off', async () => {
  const config = { ...withoutRealtime, broadcasting: { key: 'key', path: '/realtime' } };
  vi.stubGlobal('fetch', async (address: string) => Response.json(address === '/api/config' ? config : user));
  queryClient.setQueryData(userQuery.queryKey, user);
  await drawLive();
  await pass(3_000);
  const focus = async (): Promise<void> => {
    dispatchEvent(new Event('focus'));
    await pass(3_000);
  };
  await focus();
  expect(connections.made).toEqual([]);
  await focus();
  expect(connections.made).toEqual(['private-user.u']);
  // While it comes back by itself nobody helps it.
  await focus();
  expect(connections.made).toEqual(['private-user.u']);
  connections.isOver = true;
  await focus();
  expect(connections.made).toEqual(['private-user.u', 'private-user.u']);
});

test('a page that is looked at before it is at rest connects once', async () => {
  const config = { ...withoutRealtime, broadcasting: { key: 'key', path: '/realtime' } };
  vi.stubGlobal('fetch', async (address: string) => Response.json(address === '/api/config' ? config : user));
  await refreshConfig();
  queryClient.setQueryData(userQuery.queryKey, user);
  const idle: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (act: () => void) => idle.push(act));
  connections.made.length = 0;
  connections.isOver = false;
  await drawLive();
  await pass(3_000);
  dispatchEvent(new Event('focus'));
  await pass(0);
  expect(connections.made).toEqual(['private-user.u']);
  expect(idle).toHaveLength(1);
  for (const act of idle) act();
  await pass(0);
  expect(connections.made).toEqual(['private-user.u']);
});

test('the focus brings a page without a connection up to date, in bursts once', async () => {
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(address === '/api/config' ? withoutRealtime : user),
  );
  queryClient.setQueryData(userQuery.queryKey, user);
  const load = vi.fn<() => null>(() => null);
  const stored = { queryKey: storageKey, queryFn: load, initialData: null, staleTime: Infinity };
  onTestFinished(new QueryObserver(queryClient, stored).subscribe(() => undefined));
  await drawLive();
  await pass(3_000);
  expect(load).not.toHaveBeenCalled();
  for (let burst = 0; burst < 3; burst += 1) dispatchEvent(new Event('focus'));
  await pass(1_000);
  expect(load).toHaveBeenCalledTimes(1);
  dispatchEvent(new Event('focus'));
  await pass(2_000);
  expect(load).toHaveBeenCalledTimes(1);
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(1_000);
  expect(load).toHaveBeenCalledTimes(2);
  await pass(2_000);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(1_000);
  expect(load).toHaveBeenCalledTimes(2);
});

test('the focus asks for nothing else of an account that has to set up two-factor sign-in', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return Response.json(address === '/api/config' ? withoutRealtime : withoutTwoFactor);
  });
  queryClient.setQueryData(userQuery.queryKey, user);
  const load = vi.fn<() => null>(() => null);
  const stored = { queryKey: storageKey, queryFn: load, initialData: null, staleTime: Infinity };
  onTestFinished(new QueryObserver(queryClient, stored).subscribe(() => undefined));
  await drawLive();
  await pass(3_000);
  dispatchEvent(new Event('focus'));
  await pass(1_000);
  expect(asked).toContain('/api/user');
  expect(load).not.toHaveBeenCalled();
});
