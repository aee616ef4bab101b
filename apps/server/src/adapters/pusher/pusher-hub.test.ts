import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createPusherHub, type HubOptions } from '#adapters/pusher/pusher-hub.ts';
import type { RealtimeHub } from '#ports/realtime.ts';
import { connectRealtime, type RealtimeClient } from '#testing/realtime-client.ts';

let server: Server;
let hub: RealtimeHub;
let address: string;
const clients: RealtimeClient[] = [];

/** A hub that lets everybody in, and into every channel. */
const serve = async (options: HubOptions = {}): Promise<void> => {
  hub = createPusherHub(options);
  server = createServer();
  let users = 0;
  server.on('upgrade', (request, socket, head) => {
    users += 1;
    const visitor = { userId: `user ${users}`, session: `session ${users}` };
    hub.accept({ request, socket, head }, visitor, { protocol: '7', knowsKey: true, mayJoin: () => true });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.terminate();
  await hub.close();
  server.close();
});

const join = async (...channels: string[]): Promise<RealtimeClient> => {
  const client = await connectRealtime(address, {});
  clients.push(client);
  for (const channel of channels) client.say('pusher:subscribe', { channel });
  await client.settled();
  return client;
};

it('ends a client that does not read, instead of filling the memory', async () => {
  await serve();
  const [slow, quick] = [await join('news'), await join('news')];
  slow.socket.pause();
  const data = { text: 'x'.repeat(256 * 1024) };
  let sent = 0;
  while (hub.size() === 2 && sent < 200) {
    hub.publish({ channel: 'news', event: 'files.changed', data });
    sent += 1;
    await quick.settled();
  }
  expect(hub.size()).toBe(1);
  expect(quick.changes()).toHaveLength(sent);
});

it('ends a dead client, and keeps those that answer', async () => {
  await serve({ probeEvery: 1_000 });
  const [dead, alive] = [await join('news'), await join('news')];
  dead.socket.pause();
  await expect.poll(() => hub.size()).toBe(1);
  await alive.settled();
  expect(hub.hasListeners('news')).toBe(true);
});

it('refuses further connections than its bound, and tells clients to retry later', async () => {
  await serve({ maxConnections: 3 });
  for (let index = 0; index < 3; index += 1) await join();
  const refused = await connectRealtime(address, {});
  expect(await refused.closed).toBe(4100);
  clients[0]?.socket.close();
  await expect.poll(() => hub.size()).toBe(2);
  await join();
});

it('lets a connection into ten channels and no more', async () => {
  await serve();
  const client = await join(...Array.from({ length: 12 }, (_, index) => `channel ${index}`));
  expect(client.messages.filter(({ event }) => event === 'pusher:error')).toHaveLength(2);
  expect([hub.hasListeners('channel 9'), hub.hasListeners('channel 10')]).toEqual([true, false]);
  client.socket.close();
  await expect.poll(() => hub.hasListeners('channel 9')).toBe(false);
});

it('ends the connections of some sessions only', async () => {
  await serve();
  const [one, two, three] = [await join(), await join(), await join()];
  expect([...hub.sessions()]).toEqual(['session 1', 'session 2', 'session 3']);
  hub.end(['session 1', 'session 3', 'unknown'], 'session ended');
  expect(await Promise.all([one.closed, three.closed])).toEqual([4009, 4009]);
  await two.settled();
  expect([...hub.sessions()]).toEqual(['session 2']);
});

it('closes even where a client does not answer', { timeout: 60_000 }, async () => {
  await serve();
  const [polite, mute] = [await join('news'), await join('news')];
  mute.socket.pause();
  const closing = hub.close();
  expect(await polite.closed).toBe(4200);
  await closing;
  await expect.poll(() => hub.size()).toBe(0);
});

it('holds five hundred connections in little memory', { timeout: 60_000 }, async () => {
  await serve();
  const before = process.memoryUsage().rss;
  for (let index = 0; index < 500; index += 1) await join('news');
  hub.publish({ channel: 'news', event: 'files.changed', data: { containers: [] } });
  await expect.poll(() => clients.every((client) => client.changes().length === 1)).toBe(true);
  // Both ends live in this process, and the test keeps what it hears; a hub with buffers of 64 KiB would need more.
  expect((process.memoryUsage().rss - before) / 500).toBeLessThan(200 * 1024);
});
