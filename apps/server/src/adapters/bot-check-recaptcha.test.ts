import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createRecaptcha } from '#adapters/bot-check-recaptcha.ts';
import { createOutbound } from '#adapters/outbound-net.ts';
import type { BotQuestion, BotVerdict } from '#ports/bot-check.ts';

let server: Server | undefined;
let asked: string[] = [];
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
  asked = [];
});

const question: BotQuestion = {
  secret: 'the secret',
  token: 'a token',
  address: '203.0.113.7',
  action: 'sign_in',
  host: undefined,
};

interface StandIn {
  readonly status?: number;
  readonly body: unknown;
}

/** Asks a stub of the service that gives a fixed answer. */
const ask = async (answer: StandIn, more: Partial<BotQuestion> = {}): Promise<BotVerdict> => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      asked.push(`${request.method} ${request.url} ${body}`);
      const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
      response.writeHead(answer.status ?? 200, { location: '/elsewhere' }).end(text);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const check = createRecaptcha({
    outbound: createOutbound({ allowedPrivateHosts: [] }),
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  return check.verify({ ...question, ...more });
};

const yes = { success: true, score: 0.9, action: 'sign_in', hostname: 'files.example.com' };

test('the request follows the service’s documentation', async () => {
  expect(await ask({ body: yes })).toBe('human');
  expect(asked).toEqual([
    'POST /recaptcha/api/siteverify secret=the+secret&response=a+token&remoteip=203.0.113.7',
  ]);
});

test.each<[string, unknown, BotVerdict]>([
  ['just enough', { ...yes, score: 0.5 }, 'human'],
  ['too little', { ...yes, score: 0.49 }, 'bot'],
  ['another action', { ...yes, action: 'register' }, 'bot'],
  ['no action', { success: true, score: 0.9 }, 'bot'],
  ['no success', { ...yes, success: false }, 'bot'],
  ['a token that was used', { success: false, 'error-codes': ['timeout-or-duplicate'] }, 'bot'],
  ['a forged token', { success: false, 'error-codes': ['invalid-input-response'] }, 'bot'],
  ['a wrong secret', { success: false, 'error-codes': ['invalid-input-secret'] }, 'unavailable'],
  ['a key of another version', { success: true, hostname: 'files.example.com' }, 'unavailable'],
  ['a score beyond all', { ...yes, score: 7 }, 'unavailable'],
  ['no JSON', '<html>', 'unavailable'],
  ['another shape', [true], 'unavailable'],
])('the verdict on %s', async (_name, body, verdict) => {
  expect(await ask({ body })).toBe(verdict);
});

test.each([302, 403, 500, 503])('status %i says nothing about the visitor', async (status) => {
  expect(await ask({ status, body: yes })).toBe('unavailable');
  expect(asked).toHaveLength(1);
});

test('a token of another page counts only where no public address is known', async () => {
  expect(await ask({ body: yes }, { host: 'files.example.com' })).toBe('human');
  expect(await ask({ body: { ...yes, hostname: 'evil.example' } }, { host: 'files.example.com' })).toBe(
    'bot',
  );
  expect(await ask({ body: { ...yes, hostname: 'evil.example' } })).toBe('human');
});

test.each(['', 'x'.repeat(8193)])('an impossible token causes no request: %#', async (token) => {
  expect(await ask({ body: yes }, { token })).toBe('bot');
  expect(asked).toEqual([]);
});

test('an unavailable service is distinguished from a bot', async () => {
  const outbound = createOutbound({ allowedPrivateHosts: [] });
  const check = createRecaptcha({ outbound, origin: 'http://127.0.0.1:1' });
  expect(await check.verify(question)).toBe('unavailable');
});
