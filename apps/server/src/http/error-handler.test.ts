import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fastify, { LogController } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { isUnavailable } from '#db/errors.ts';
import { createErrorHandler } from './error-handler.ts';

const info = 30;
const error = 50;
const cause = new Error('the disk is gone');

test.each([
  ['is full', new AppError('server.unavailable', { retryAfter: 2 }), { level: info, msg: 'request put off' }],
  [
    'cannot reach what it needs',
    new AppError('server.unavailable', { retryAfter: 5, cause }),
    { level: error, msg: 'request failed', err: { message: cause.message } },
  ],
  ['fails', cause, { level: error, msg: 'request failed', err: { message: cause.message } }],
])('a server that %s logs the request at the right level', async (_what, thrown, line) => {
  const lines: unknown[] = [];
  const app = fastify({
    logController: new LogController({ disableRequestLogging: true }),
    logger: { stream: { write: (text: string) => void lines.push(JSON.parse(text)) } },
  });
  app.setErrorHandler(createErrorHandler(() => undefined));
  app.get('/', () => {
    throw thrown;
  });
  const answer = await app.inject('/');
  await app.close();
  expect(answer.statusCode).toBeGreaterThanOrEqual(500);
  expect(lines).toMatchObject([line]);
});

test('a broken connection is no fault of the server, and is not logged as one', async () => {
  const lines: { level: number }[] = [];
  const over = Promise.withResolvers<void>();
  const app = fastify({
    logController: new LogController({ disableRequestLogging: true }),
    logger: { stream: { write: (text: string) => void lines.push(JSON.parse(text) as { level: number }) } },
  });
  const handle = createErrorHandler((thrown) =>
    isUnavailable(thrown) ? new AppError('server.unavailable', { cause: thrown }) : undefined,
  );
  app.setErrorHandler((thrown, request, reply) => {
    const answer = handle(thrown, request, reply);
    over.resolve();
    return answer;
  });
  app.post('/', () => 'read');
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  lines.length = 0;
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 40\r\n\r\n{"email": "a',
    () => socket.destroy(),
  );
  await once(socket, 'close');
  await over.promise;
  expect(lines.filter(({ level }) => level > info)).toEqual([]);
});
