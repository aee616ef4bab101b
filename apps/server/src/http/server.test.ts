import { once } from 'node:events';
import { connect } from 'node:net';
import { realtimePath } from '@holdall/contract/realtime';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpServer } from './server.ts';

test('a connection that pipelines a thousand requests is closed, and eight of them are begun', async () => {
  let begun = 0;
  const app = fastify();
  app.get('/', () => {
    begun += 1;
    return new Promise(() => undefined);
  });
  const server = createHttpServer();
  await server.use(app);
  const { port } = await server.listen('127.0.0.1', 0);
  onTestFinished(() => server.close(0));
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  const closed = once(socket, 'close');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1_000));
  await closed;
  expect(begun).toBe(8);
});

test('a pipelined upgrade closes its connection alone', async () => {
  const answering = Promise.withResolvers<string>();
  const app = fastify();
  app.get('/', () => answering.promise);
  app.get('/soon', () => 'answered');
  const server = createHttpServer();
  await server.use(app);
  const { port } = await server.listen('127.0.0.1', 0);
  onTestFinished(() => server.close(0));
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  const closed = once(socket, 'close');
  socket.write(
    `GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET ${realtimePath}/x HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  );
  await closed;
  const answer = await fetch(`http://127.0.0.1:${port}/soon`);
  expect(await answer.text()).toBe('answered');
});

test('a connection whose headers do not arrive in time is cut, one that waits for its answer is not', async () => {
  const answering = Promise.withResolvers<string>();
  const app = fastify();
  app.get('/', () => answering.promise);
  const server = createHttpServer({ headersTimeout: 100, lookEvery: 10 });
  await server.use(app);
  const { port } = await server.listen('127.0.0.1', 0);
  onTestFinished(() => server.close(0));
  const open = (sent: string) => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1');
    socket.write(sent);
    return socket;
  };
  const whole = open('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  const slow = open('GET / HTTP/1.1\r\nHost: localhost\r\nX-Never: ends');
  const [said] = (await once(slow, 'data')) as [string];
  expect(said).toMatch(/^HTTP\/1\.1 408 /);
  await once(slow, 'close');
  answering.resolve('in the end');
  const [answer] = (await once(whole, 'data')) as [string];
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});
