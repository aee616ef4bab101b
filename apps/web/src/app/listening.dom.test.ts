import type { Config } from '@holdall/contract/settings';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Realtime, RealtimeOptions } from '#features/realtime/realtime.ts';
import { loadConfig, putConfig } from '#shared/config/config.ts';
import { openServer } from '#shared/testing/server.ts';
import { listen } from './listening.ts';

type Place = Pick<RealtimeOptions, 'broadcasting' | 'onMissed' | 'onHungUp' | 'onUnreached'>;

const hub = { key: 'own', path: '/realtime', service: null };
const service = { key: 'app', path: '', service: { host: 'ws.example.com', port: 443, tls: true } };
const configOf = (broadcasting: Config['broadcasting']): Config =>
  ({
    broadcasting,
    recaptcha_origin: null,
    app: { title: 'Holdall', color: 'petrol', favicon: null },
  }) as Config;

/** A page that came with this configuration. */
const openPage = async (broadcasting: Config['broadcasting']): Promise<void> => {
  const inlined = document.body.appendChild(document.createElement('script'));
  inlined.id = 'holdall-config';
  inlined.type = 'application/json';
  inlined.textContent = JSON.stringify(configOf(broadcasting));
  onTestFinished(() => inlined.remove());
  await loadConfig();
};
/** The current answer of the server. */
let now: Config['broadcasting'];
let opened: Place[];
let open: number;
beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  [opened, open] = [[], 0];
  openServer(() => Response.json(configOf(now)));
});
const start = (isLetIn = true) => {
  const listening = listen({
    onMissed: () => undefined,
    isLetIn: async () => isLetIn,
    open: (place): Realtime => {
      opened.push(place);
      open += 1;
      return { isConnected: () => true, isOver: () => false, close: () => void (open -= 1) };
    },
  });
  onTestFinished(() => listening?.close());
  return listening;
};
const places = () => opened.map(({ broadcasting }) => broadcasting);

test('a page listens where the configuration says, and follows it', async () => {
  await openPage(service);
  const listening = start();
  listening?.follow();
  expect(places()).toEqual([service]);
  putConfig(configOf(hub));
  listening?.follow();
  expect(places()).toEqual([service, hub]);
  expect(open).toBe(1);
  putConfig(configOf(null));
  listening?.follow();
  expect(open).toBe(0);
  expect(listening?.isOver()).toBe(true);
});

test('a page whose policy knows another service, or none, does not connect there', async () => {
  await openPage(hub);
  const listening = start();
  putConfig(configOf(service));
  listening?.follow();
  expect([places(), open]).toEqual([[hub], 0]);
  expect(start()).toBeUndefined();
});

test('a disconnected client asks where to listen, and listens there', async () => {
  await openPage(service);
  start();
  now = hub;
  opened[0]?.onHungUp();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(places()).toEqual([service, hub]);
});

test('a client that is no longer admitted does not come back', async () => {
  await openPage(hub);
  start(false);
  opened[0]?.onHungUp();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(opened).toHaveLength(1);
});

test('a client that cannot connect asks once whether it is still admitted', async () => {
  await openPage(hub);
  const isLetIn = vi.fn(async () => true);
  const listening = listen({
    onMissed: () => undefined,
    isLetIn,
    open: (place): Realtime => {
      opened.push(place);
      return { isConnected: () => false, isOver: () => false, close: () => undefined };
    },
  });
  onTestFinished(() => listening?.close());
  opened[0]?.onUnreached();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([isLetIn.mock.calls.length, opened.length]).toEqual([1, 1]);
});
