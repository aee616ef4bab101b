import { afterEach, expect, test } from 'vitest';
import { createTestApp, type TestApp, testEmail } from '#testing/create-test-app.ts';
import { eventually } from '#testing/eventually.ts';
import { createMailServer, type MailServerOptions, type TestMailServer } from '#testing/mail-server.ts';

let mail: TestMailServer;
let server: TestApp;
afterEach(async () => {
  await server.close();
  await mail.close();
});

const start = async (options: MailServerOptions = {}, publicOrigin?: string): Promise<void> => {
  mail = await createMailServer(options);
  server = await createTestApp({ mail: mail.url, ...(publicOrigin === undefined ? {} : { publicOrigin }) });
};
const forgot = (headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/password/email',
    headers,
    payload: { email: testEmail },
  });

test('a mail server that never answers delays no request', async () => {
  await start({ silent: true });
  expect((await forgot()).statusCode).toBe(200);
  await eventually(() => expect(mail.connections()).toBe(1));
  // While the server waits for the other one.
  const cookie = await server.signIn();
  const answer = await server.app.inject({ url: '/api/user', headers: { cookie } });
  expect(answer.statusCode).toBe(200);
  const [job] = await server.parts.db.selectFrom('jobs').selectAll().where('kind', '=', 'mail').execute();
  expect(job?.state).toMatch(/^(running|waiting)$/);
});

test('a mail links to the public address, whatever host a request names', async () => {
  await start({}, 'https://files.example.com');
  const answer = await forgot({
    host: 'evil.internal',
    'x-forwarded-host': 'evil.example',
    forwarded: 'host=evil.example;proto=http',
  });
  expect(answer.statusCode).toBe(200);
  const { links, raw } = await mail.waitFor(({ recipients }) => recipients.includes(testEmail));
  expect(links.map((link) => new URL(link).origin)).toEqual(['https://files.example.com']);
  expect(raw).not.toContain('evil.example');
});
