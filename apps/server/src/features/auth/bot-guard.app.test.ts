import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SettingsInput } from '#features/settings/index.ts';
import { createTestApp, type TestApp, testEmail, testPassword } from '#testing/create-test-app.ts';

/** A fake of the service: it knows tokens of the form `<action> <score> [<host of the page>]`. */
let service: Server;
let server: TestApp;
let asked: URLSearchParams[];
beforeEach(async () => {
  asked = [];
  service = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const fields = new URLSearchParams(body);
      asked.push(fields);
      const [action, score, hostname] = (fields.get('response') ?? '').split(' ');
      response.end(JSON.stringify({ success: true, action, score: Number(score), hostname }));
    });
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  server = await start({});
});
const start = (settings: SettingsInput): Promise<TestApp> =>
  createTestApp({
    recaptchaOrigin: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    settings: {
      registration: true,
      recaptcha_allowed: true,
      recaptcha_client_id: 'the-client',
      recaptcha_secret: 'the secret',
      ...settings,
    },
  });
afterEach(async () => {
  await server.close();
  service.closeAllConnections();
  service.close();
});

const password = 'nine slow tortoises';
const calls = {
  sign_in: { url: '/api/login', payload: { email: testEmail, password: testPassword } },
  forgot_password: { url: '/api/password/email', payload: { email: testEmail } },
  register: {
    url: '/api/register',
    payload: { first_name: 'Dora', email: 'dora@example.com', password, password_confirmation: password },
  },
} as const;
const names = Object.keys(calls) as (keyof typeof calls)[];
const send = (name: keyof typeof calls, recaptcha?: string) =>
  server.app.inject({
    method: 'POST',
    url: calls[name].url,
    payload: { ...calls[name].payload, ...(recaptcha === undefined ? {} : { recaptcha }) },
  });

test.each(names)('%s is open to people, and closed to programs', async (name) => {
  expect((await send(name, `${name} 0.9`)).statusCode).toBe(200);
  expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({ secret: 'the secret', remoteip: '127.0.0.1' });
  for (const refused of [undefined, '', `${name} 0.1`, 'another_action 0.9'])
    expect((await send(name, refused)).json()).toMatchObject({ status: 422, code: 'bot.refused' });
});

test('a token of another page counts only if no public address is known', async () => {
  expect((await send('sign_in', 'sign_in 0.9 evil.example')).statusCode).toBe(200);
  await server.close();
  server = await start({ url: 'https://files.example.com' });
  expect((await send('sign_in', 'sign_in 0.9 files.example.com')).statusCode).toBe(200);
  expect((await send('sign_in', 'sign_in 0.9 evil.example')).json()).toMatchObject({ code: 'bot.refused' });
});

test('during an outage of the service users can sign in, but cannot register', async () => {
  service.closeAllConnections();
  service.close();
  expect((await send('sign_in', 'sign_in 0.9')).statusCode).toBe(200);
  expect((await send('forgot_password', 'forgot_password 0.9')).statusCode).toBe(200);
  expect((await send('register', 'register 0.9')).json()).toMatchObject({ code: 'bot.refused' });
  expect(JSON.stringify(server.logged)).toContain('bot-protection service');
  expect(JSON.stringify(server.logged)).not.toContain('the secret');
});
