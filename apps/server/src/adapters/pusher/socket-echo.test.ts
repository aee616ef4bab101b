import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createEchoSocket } from './socket-echo.ts';

let server: Server;
let sockets: WebSocket[];
beforeEach(async () => {
  sockets = [];
  const echo = createEchoSocket();
  server = createServer().on('upgrade', (request, socket, head) => echo({ request, socket, head }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  for (const socket of sockets) socket.terminate();
  server.close();
  await once(server, 'close');
});

const connect = async (): Promise<WebSocket> => {
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  sockets.push(socket);
  await once(socket, 'open');
  return socket;
};

test('a silent client does not keep others from testing sockets', async () => {
  const first = await connect();
  const ended = once(first, 'close');
  for (let count = 1; count < 20; count += 1) await connect();
  const later = await connect();
  await ended;
  later.send('is anybody there?');
  const [said] = (await once(later, 'message')) as [Buffer];
  expect(said.toString()).toBe('is anybody there?');
});
