import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { createSlowPeers } from './slow-peers.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const begin = async (answer: Answer) => {
  const slowPeers = createSlowPeers();
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    slowPeers.watch(request, response);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000000\r\n\r\n');
  const request = await eventually(() => {
    const [first] = asked;
    if (first === undefined) throw new Error('nothing was asked');
    return first;
  });
  return { ...slowPeers, socket, request };
};
/** Sends bytes of the body, until the server has taken them. */
const send = async ({ socket, request }: Awaited<ReturnType<typeof begin>>, bytes: number): Promise<void> => {
  const before = request.socket.bytesRead;
  socket.write(Buffer.alloc(bytes));
  await eventually(() => expect(request.socket.bytesRead - before).toBe(bytes));
};

test('a sender of less than a kilobyte a second is given up after two minutes', async () => {
  const slow = await begin((request) => void request.resume());
  slow.look(0);
  await send(slow, 100_000);
  slow.look(119_000);
  expect(slow.request.socket.destroyed).toBe(false);
  slow.look(120_000);
  expect(slow.request.socket.destroyed).toBe(true);
});

test('a sender of a kilobyte a second continues, and is measured again', async () => {
  const steady = await begin((request) => void request.resume());
  steady.look(0);
  await send(steady, 120_000);
  steady.look(120_000);
  await send(steady, 120_000);
  steady.look(240_000);
  expect(steady.request.socket.destroyed).toBe(false);
  steady.look(360_000);
  expect(steady.request.socket.destroyed).toBe(true);
});

test('a sender is not given up for bytes that the server itself has not read yet', async () => {
  const held = await begin(() => undefined);
  held.socket.write(Buffer.alloc(1_000));
  await eventually(() => expect(held.request.readableLength).toBeGreaterThan(0));
  held.look(0);
  held.look(600_000);
  expect(held.request.socket.destroyed).toBe(false);
});

test('a reader that does not read its answer is given up, one that reads on is not', async () => {
  const stuck = await begin((request, response) => {
    request.resume();
    response.end(Buffer.alloc(64 * 1024 * 1024));
  });
  stuck.socket.pause();
  await send(stuck, 10_000_000);
  await eventually(() => expect(stuck.request.complete).toBe(true));
  stuck.look(0);
  let read = 0;
  stuck.socket.on('data', (piece: Buffer) => {
    read += piece.length;
    if (read > 8 * 1024 * 1024) stuck.socket.pause();
  });
  stuck.socket.resume();
  await eventually(() => expect(stuck.socket.isPaused()).toBe(true));
  stuck.look(120_000);
  expect(stuck.request.socket.destroyed).toBe(false);
  // Buffers of the system took what came until here.
  stuck.look(240_000);
  stuck.look(360_000);
  expect(stuck.request.socket.destroyed).toBe(true);
});
