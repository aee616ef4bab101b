import type { SentMailForm } from '@holdall/contract/mail-form';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { createMailServer, type MailServerOptions, type TestMailServer } from '#testing/mail-server.ts';

const credentials = { username: 'holdall', password: 'hidden-mail' };

let server: TestApp;
let cookie: string;
let mailServers: TestMailServer[] = [];
beforeEach(async () => {
  server = await createTestApp({ allowedPrivateHosts: ['127.0.0.1'] });
  cookie = await server.signIn();
});
afterEach(async () => {
  await server.close();
  for (const one of mailServers) await one.close();
  mailServers = [];
});

const startMail = async (options: MailServerOptions = { credentials }): Promise<TestMailServer> => {
  const one = await createMailServer(options);
  mailServers.push(one);
  return one;
};
const formOf = ({ port }: Pick<TestMailServer, 'port'>, changed: object = {}) => ({
  mail_driver: 'smtp' as const,
  mail_host: '127.0.0.1',
  mail_port: port,
  mail_encryption: 'none' as const,
  mail_username: 'holdall',
  mail_password: 'hidden-mail' as string | null,
  mail_from: 'Files <files@example.com>',
  ...changed,
});
const post = (path: string, payload: object) =>
  server.app.inject({
    method: 'POST',
    url: `/api/admin/settings/${path}`,
    headers: { cookie, 'user-agent': 'Test' },
    payload,
  });
const save = (form: SentMailForm) => post('mail', form);
const kept = async (): Promise<Record<string, unknown>> => {
  const answer = await server.app.inject({ url: '/api/admin/settings/environment', headers: { cookie } });
  return answer.json<{ data: { attributes: Record<string, unknown> } }>().data.attributes;
};
const changes = async () => {
  const { db } = server.parts;
  const rows = await db
    .selectFrom('activity')
    .select('details')
    .where('kind', '=', 'settings.changed')
    .orderBy('id')
    .execute();
  return rows.map(({ details }) => JSON.parse(details) as { name: string });
};

test('mail settings are saved as a whole, after the server was tested', async () => {
  const mail = await startMail();
  const answer = await save(formOf(mail));
  expect(answer.json()).toMatchObject({
    data: { attributes: { ...formOf(mail), mail_password: true } },
    meta: { locked: [] },
  });
  expect(await mail.mails()).toEqual([]);
  expect((await changes()).map(({ name }) => name)).toEqual([
    'mail_driver',
    'mail_host',
    'mail_port',
    'mail_username',
    'mail_encryption',
    'mail_from',
    'mail_password',
  ]);
  expect(JSON.stringify(await changes())).not.toContain('hidden-mail');
  expect(JSON.stringify(server.logged)).not.toContain('hidden-mail');
  const config = await server.app.inject({ url: '/api/config', headers: { cookie } });
  expect(config.json()).toMatchObject({ mails: true });
});

test.each([
  ['a server that does not exist', { mail_host: 'nowhere.invalid' }, ['mail_host', 'unknown_host']],
  ['a wrong password', { mail_password: 'wrong' }, ['mail_password', 'sign_in']],
  ['TLS for a server without it', { mail_encryption: 'tls' }, ['mail_encryption', 'encryption']],
] as const)('%s is refused, and not saved', async (_what, changed, [field, reason]) => {
  const mail = await startMail();
  const before = await kept();
  expect((await save(formOf(mail, changed))).json()).toMatchObject({
    status: 422,
    code: 'mail.not_sent',
    reason,
    errors: { [field]: [expect.any(String)] },
  });
  expect(await kept()).toEqual(before);
  expect(await changes()).toEqual([]);
});

test('a single field cannot be saved, because half a change would send mails to the wrong server', async () => {
  const mail = await startMail();
  await save(formOf(mail));
  for (const [name, value] of Object.entries({
    mail_host: 'mail.example.co',
    mail_port: 25,
    mail_encryption: 'tls',
    mail_driver: 'log',
    mail_password: 'x',
  })) {
    const answer = await server.app.inject({
      method: 'PATCH',
      url: '/api/admin/settings/environment',
      headers: { cookie },
      payload: { name, value },
    });
    expect(answer.json()).toMatchObject({ status: 422, errors: { [name]: [expect.any(String)] } });
  }
  expect(await kept()).toMatchObject({ ...formOf(mail), mail_password: true });
});

test('a stored password is kept only for the same server and user', async () => {
  const [mail, other] = [await startMail(), await startMail()];
  await save(formOf(mail));
  expect((await save(formOf(mail, { mail_password: null, mail_from: '' }))).statusCode).toBe(200);
  const refused = await save(formOf(other, { mail_password: null }));
  expect(refused.json()).toMatchObject({
    reason: 'sign_in',
    errors: { mail_password: [expect.any(String)] },
  });
  const open = await startMail({});
  expect((await save(formOf(open, { mail_username: '' }))).statusCode).toBe(200);
  expect(await kept()).toMatchObject({ mail_username: '', mail_password: false });
});

test('previous choices are kept while mails are stored on the server', async () => {
  const mail = await startMail();
  await save(formOf(mail));
  expect((await save({ mail_driver: 'log' })).statusCode).toBe(200);
  expect(await kept()).toMatchObject({ ...formOf(mail), mail_driver: 'log', mail_password: true });
});

test('a test uses the form without saving it, or the present settings without a form', async () => {
  const mail = await startMail();
  const tested = await post('test/mail', { mail: formOf(mail) });
  expect(tested.json()).toEqual({ to: 'ada@example.com' });
  expect(await mail.waitFor(() => true)).toMatchObject({ user: 'holdall', recipients: ['ada@example.com'] });
  expect(await kept()).toMatchObject({ mail_driver: 'log', mail_password: false });
  expect((await post('test/mail', {})).json()).toMatchObject({ reason: 'folder' });
  await save(formOf(mail));
  expect((await post('test/mail', {})).statusCode).toBe(200);
});

test('a test names the field that the server refuses', async () => {
  const mail = await startMail();
  const refused = await post('test/mail', { mail: formOf(mail, { mail_password: 'wrong' }) });
  expect(refused.json()).toMatchObject({ errors: { mail_password: [expect.any(String)] } });
});

test('tests are counted', async () => {
  const forms = Array.from({ length: 11 }, () => ({ mail: { mail_driver: 'log' } }));
  const codes: number[] = [];
  for (const form of forms) codes.push((await post('test/mail', form)).statusCode);
  expect(codes).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
});

test('if the operator sets the server, only a missing sender can be set', async () => {
  const mail = await startMail({});
  await server.close();
  server = await createTestApp({ mail: `smtp://127.0.0.1:${mail.port}` });
  cookie = await server.signIn();
  expect((await save({ mail_driver: 'log' })).json()).toMatchObject({ code: 'settings.locked' });
  expect((await post('test/mail', { mail: formOf(mail) })).json()).toMatchObject({ code: 'settings.locked' });
  const sender = await server.app.inject({
    method: 'PATCH',
    url: '/api/admin/settings/environment',
    headers: { cookie },
    payload: { mail_from: 'Harbour <files@harbour.example>' },
  });
  expect(sender.statusCode).toBe(200);
  expect((await post('test/mail', {})).statusCode).toBe(200);
  expect((await mail.waitFor(() => true)).from.address).toBe('files@harbour.example');
});
