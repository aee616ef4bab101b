import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { createPipelines } from './pipeline.ts';

/** A server that answers on demand, and a client that pipelines requests. */
const begin = async (head = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n') => {
  const answering: ServerResponse[] = [];
  const pipelines = createPipelines();
  const server = createServer((request, response) =>
    pipelines.begin(request, response, () => {
      request.resume();
      answering.push(response);
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  return {
    answering,
    socket,
    send: (count: number) => socket.write(head.repeat(count)),
    answers: () => received.split('HTTP/1.1 200').length - 1,
  };
};

test('eight requests of a connection are answered concurrently, the others as answers end', async () => {
  const { answering, send, answers } = await begin();
  send(60);
  await eventually(() => expect(answering).toHaveLength(8));
  answering[0]?.end();
  await eventually(() => expect(answering).toHaveLength(9));
  for (let at = 1; at < 60; at += 1) {
    const response = await eventually(() => {
      const found = answering[at];
      if (found === undefined) throw new Error(`${at} waits`);
      return found;
    });
    response.end();
  }
  await eventually(() => expect(answers()).toBe(60));
  send(1);
  await eventually(() => expect(answering).toHaveLength(61));
});

test('bodies of waiting requests arrive complete', async () => {
  const body = 'x'.repeat(100_000);
  const { answering, send, answers } = await begin(
    `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  send(20);
  for (let at = 0; at < 20; at += 1) {
    const response = await eventually(() => {
      const found = answering[at];
      if (found === undefined || !found.req.complete) throw new Error(`${at} waits`);
      return found;
    });
    response.end();
  }
  await eventually(() => expect(answers()).toBe(20));
});

test('a connection that pipelines too many requests is closed', async () => {
  const { answering, send, socket } = await begin();
  const closed = once(socket, 'close');
  send(1_000);
  await closed;
  expect(answering).toHaveLength(8);
});
