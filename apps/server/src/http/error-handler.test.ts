import fastify, { LogController } from 'fastify';
import { expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
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
])('a server that %s says so in its log as loudly as it matters', async (_what, thrown, line) => {
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
