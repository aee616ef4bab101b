import Pusher from 'pusher-js';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '#shared/testing/eventually.ts';
import { openServer } from '#shared/testing/server.ts';
import { connectRealtime, type RealtimeOptions } from './realtime.ts';

/** A socket that a service has opened: it does what it is asked for. */
class Socket {
  static said: { event: string; data: Record<string, string> }[] = [];
  onopen: () => void = () => undefined;
  onmessage: (message: { data: string }) => void = () => undefined;
  onclose: (event: { code: number; reason: string }) => void = () => undefined;
  onerror: () => void = () => undefined;
  readyState = 1;

  constructor() {
    queueMicrotask(() => this.begin());
  }
  begin(): void {
    this.onopen();
    this.hear('pusher:connection_established', { socket_id: '1.2', activity_timeout: 120 });
  }
  hear(event: string, data: object, channel?: string): void {
    this.onmessage({ data: JSON.stringify({ event, channel, data: JSON.stringify(data) }) });
  }
  send(text: string): void {
    const said = JSON.parse(text) as (typeof Socket.said)[number];
    Socket.said.push(said);
    const { event, data } = said;
    if (event === 'pusher:signin') this.hear('pusher:signin_success', { user_data: data['user_data'] });
    if (event === 'pusher:subscribe')
      this.hear('pusher_internal:subscription_succeeded', {}, data['channel']);
  }
  close(): void {
    this.onclose({ code: 1000, reason: '' });
  }
}

const place = { key: 'app', path: '', service: { host: 'ws.example.com', port: 443, tls: true } };
/** The server's answers to requests for a channel; signing in asks for the page's own. */
let answers: (() => Response)[];
const permits = (): Response =>
  Response.json({ auth: 'app:1', user: { auth: 'app:2', user_data: '{"id":"somebody"}' } });
const refuses = (): Response => Response.json({ code: 'request.failed' }, { status: 500 });
beforeEach(() => {
  vi.spyOn(Pusher.Runtime, 'createWebSocket').mockImplementation(() => new Socket());
  Socket.said = [];
  answers = [];
  openServer(() => (answers.shift() ?? permits)());
});
const connect = (broadcasting: RealtimeOptions['broadcasting'] = place) => {
  const onHungUp = vi.fn();
  const onMissed = vi.fn();
  const onUnreached = vi.fn();
  const realtime = connectRealtime({
    broadcasting,
    channel: 'private-user.1',
    onFilesChanged: () => undefined,
    config: { onChanged: () => undefined, onMissed: () => undefined },
    onMissed,
    onHungUp,
    onUnreached,
  });
  onTestFinished(() => realtime.close());
  return { realtime, onHungUp, onMissed, onUnreached };
};

test('a page signs in and joins its channels', async () => {
  const { realtime, onHungUp, onMissed } = connect();
  await eventually(() => expect(onMissed).toHaveBeenCalled());
  await eventually(() => expect(Socket.said.map(({ event }) => event)).toContain('pusher:signin'));
  expect(realtime.isConnected()).toBe(true);
  expect(onHungUp).not.toHaveBeenCalled();
});

test.each([
  ['sign in', 0],
  ['join its own channel', 1],
  ['join the application’s', 2],
])('a page that could not %s is not connected: it tries again', async (_what, at) => {
  answers = [permits, permits, permits].with(at, refuses);
  const { realtime, onHungUp } = connect();
  await eventually(() => expect(onHungUp).toHaveBeenCalledTimes(1));
  expect(realtime.isConnected()).toBe(false);
  expect(realtime.isOver()).toBe(true);
});

/** A socket that the server refuses: a browser says no more than that. */
class Refused extends Socket {
  override begin(): void {
    this.close();
  }
}

test('a page that is refused is told so once, and goes on trying', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sockets = vi.spyOn(Pusher.Runtime, 'createWebSocket').mockImplementation(() => new Refused());
  const { realtime, onUnreached, onHungUp } = connect();
  await vi.advanceTimersByTimeAsync(2_900);
  expect(onUnreached).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets.mock.calls.length).toBeGreaterThan(2);
  expect(onUnreached).toHaveBeenCalledTimes(1);
  expect([onHungUp.mock.calls.length, realtime.isOver()]).toEqual([0, false]);
});

/** A socket that takes its time, as behind a busy server. */
class Slow extends Socket {
  override begin(): void {
    setTimeout(() => super.begin(), 10_000);
  }
}

test.each([
  ['by TLS', place, 'wss://ws.example.com:443'],
  [
    'without TLS',
    { ...place, service: { host: 'ws.example.com', port: 80, tls: false } },
    'ws://ws.example.com:80',
  ],
])('a page that connects %s tries nothing else while that takes its time', async (_how, where, address) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sockets = vi.spyOn(Pusher.Runtime, 'createWebSocket').mockImplementation(() => new Slow());
  const { realtime, onMissed } = connect(where);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(realtime.isConnected()).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(onMissed).toHaveBeenCalledTimes(1);
  expect(sockets.mock.calls.map(([url]) => new URL(url).origin)).toEqual([new URL(address).origin]);
});
