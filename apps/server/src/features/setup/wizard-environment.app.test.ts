import type { SetupStatus } from '@holdall/contract/setup';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createMailServer, type TestMailServer } from '#testing/mail-server.ts';
import { useWizard } from '#testing/use-wizard.ts';

// The image processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const { begin, wizard, database, draftText } = useWizard();

let mail: TestMailServer | undefined;
afterEach(async () => {
  await mail?.close();
  mail = undefined;
});

/** The port of “discard”: nothing listens there, and no test is given it. */
const silentPort = 9;

describe('the environment', () => {
  const smtp = () => ({
    mail_driver: 'smtp',
    mail_host: '127.0.0.1',
    mail_port: mail?.port,
    mail_encryption: 'none',
    mail_username: 'holdall',
    mail_password: 'hidden-mail',
    mail_from: 'Files <files@example.com>',
  });
  const credentials = { username: 'holdall', password: 'hidden-mail' };
  const allowed = { env: { HOLDALL_ALLOWED_PRIVATE_HOSTS: '127.0.0.1' } };

  test.each([
    'https://files.example.com/files',
    'files.example.com',
    'javascript:alert(1)',
    'ftp://files.example.com',
    'https://a b',
    'https://ada:x@files.example.com',
  ])('%s is not a public address', async (url) => {
    await begin();
    expect(await wizard().refused('environment', { url })).toMatchObject({
      status: 422,
      errors: { url: [expect.any(String)] },
    });
    expect((await wizard().send('GET', 'status')).json()).toMatchObject({
      data: { kept: { environment: { url: '' } } },
    });
  });

  test('a mail server is tested before it is stored', async () => {
    mail = await createMailServer({ credentials });
    await begin(allowed);
    expect(
      await wizard().refused('environment', { mail: { ...smtp(), mail_password: 'wrong' } }),
    ).toMatchObject({
      status: 422,
      code: 'mail.not_sent',
      reason: 'sign_in',
      errors: { 'mail.mail_password': [expect.any(String)] },
    });
    expect(
      await wizard().refused('environment', { mail: { ...smtp(), mail_port: silentPort } }),
    ).toMatchObject({
      reason: 'unreachable',
    });
    expect(await wizard().refused('environment', { mail: { ...smtp(), mail_from: 'nobody' } })).toMatchObject(
      {
        code: 'request.invalid',
        errors: { 'mail.mail_from': [expect.any(String)] },
      },
    );
    expect(await draftText()).not.toContain('smtp');
    const { kept } = await wizard().step('environment', { mail: smtp() });
    expect(kept.environment.mail).toEqual({ ...smtp(), mail_password: true });
    expect(await mail.mails()).toEqual([]);
  });

  test('a message is really sent, in the language of the browser', async () => {
    mail = await createMailServer({ credentials });
    await begin(allowed);
    const answer = await wizard().app.inject({
      method: 'POST',
      url: '/api/setup/environment/test/mail',
      headers: { host: 'localhost', 'accept-language': 'de', 'x-setup-code': wizard().code() },
      payload: { mail: smtp(), to: 'ada@example.com' },
    });
    expect(answer.json()).toEqual({ to: 'ada@example.com' });
    const { subject, user, from } = await mail.waitFor(({ recipients }) =>
      recipients.includes('ada@example.com'),
    );
    expect({ user, from: from.address }).toEqual({ user: 'holdall', from: 'files@example.com' });
    expect(subject).toMatch(/E-Mail/);
    expect(await draftText()).not.toContain('smtp');
    expect(await wizard().refused('environment/test/mail', { to: 'ada@example.com' })).toMatchObject({
      reason: 'folder',
    });
  });

  test('the password is kept only for the same server and user', async () => {
    mail = await createMailServer({ credentials });
    await begin(allowed);
    await wizard().step('environment', { mail: smtp() });
    await wizard().restart();
    const again = { ...smtp(), mail_password: null };
    await wizard().step('environment', { mail: again });
    const other = await createMailServer({ credentials });
    expect(
      await wizard().refused('environment', { mail: { ...again, mail_port: other.port } }),
    ).toMatchObject({
      reason: 'sign_in',
    });
    await other.close();
    expect(await wizard().refused('environment', { mail: { ...again, mail_username: 'eve' } })).toMatchObject(
      {
        reason: 'sign_in',
      },
    );
  });

  test('only the operator can allow private addresses', async () => {
    mail = await createMailServer({ credentials });
    await begin();
    expect(await wizard().refused('environment', { mail: smtp() })).toMatchObject({
      reason: 'private_address',
      errors: { 'mail.mail_host': [expect.stringContaining('HOLDALL_ALLOWED_PRIVATE_HOSTS')] },
    });
    const storage = {
      storage_driver: 's3',
      s3_endpoint: 'http://169.254.169.254',
      s3_bucket: 'files',
      s3_access_key: 'a',
      s3_secret_key: 'b',
    };
    expect(await wizard().refused('environment/test/storage', storage)).toMatchObject({
      code: 'object_storage.private_address',
      errors: { s3_endpoint: [expect.any(String)] },
    });
  });

  test('a bucket is tested before it is stored', async () => {
    await begin(allowed);
    const storage = {
      storage_driver: 's3',
      s3_endpoint: `http://127.0.0.1:${silentPort}`,
      s3_bucket: 'files',
      s3_access_key: 'key',
      s3_secret_key: 'hidden-storage',
    };
    expect(await wizard().refused('environment', { storage })).toMatchObject({
      status: 422,
      code: 'object_storage.unreachable',
      errors: { 'storage.s3_endpoint': [expect.any(String)] },
    });
    expect(await wizard().refused('environment/test/storage', storage)).toMatchObject({
      code: 'object_storage.unreachable',
      errors: { s3_endpoint: [expect.any(String)] },
    });
    expect(
      await wizard().refused('environment', { storage: { ...storage, s3_secret_key: null } }),
    ).toMatchObject({
      code: 'object_storage.no_secret',
      errors: { 'storage.s3_secret_key': [expect.any(String)] },
    });
    expect(await wizard().refused('environment', { storage: { ...storage, s3_bucket: '?' } })).toMatchObject({
      code: 'request.invalid',
      errors: { 'storage.s3_bucket': [expect.any(String)] },
    });
    expect((await wizard().send('GET', 'status')).json()).toMatchObject({
      data: { kept: { environment: { storage: { storage_driver: 'disk', s3_bucket: '' } } } },
    });
    expect(wizard().logged.join('')).not.toContain('hidden-storage');
  });

  test('values set by the operator are shown as such, and cannot be changed', async () => {
    await begin({
      env: {
        HOLDALL_URL: 'https://files.example.com',
        HOLDALL_SMTP_URL: 'smtp://127.0.0.1:1',
        HOLDALL_DATABASE_URL: 'postgres://app:hidden-url@127.0.0.1:1/files',
        HOLDALL_S3_BUCKET: 'files',
        HOLDALL_S3_ACCESS_KEY: 'key',
        HOLDALL_S3_SECRET_KEY: 'hidden-key',
        HOLDALL_PURCHASE_CODE: 'hidden-code',
      },
    });
    const as = (path: string, payload: object) =>
      wizard().app.inject({
        method: 'POST',
        url: `/api/setup/${path}`,
        headers: { host: 'files.example.com', 'x-setup-code': wizard().code() },
        payload,
      });
    const answer = await as('app', {});
    expect(answer.json()).toMatchObject({
      data: {
        locked: ['purchase_code', 'database', 'url', 'storage', 'mail'],
        kept: { database: { host: '127.0.0.1', has_password: true } },
      },
    });
    expect(answer.body).not.toContain('hidden');
    // The step has nothing to do.
    const { steps } = answer.json<{ data: SetupStatus }>().data;
    expect(steps.filter(({ done }) => done).map(({ name }) => name)).toEqual([
      'purchase-code',
      'database',
      'app-setup',
    ]);
    for (const [path, body] of [
      ['purchase-code', { code: 'x' }],
      ['database', database()],
      ['database/test', database()],
      ['environment', { url: '' }],
      ['environment', { storage: { storage_driver: 'disk' } }],
      ['environment', { mail: { mail_driver: 'log' } }],
      ['environment/test/storage', { storage_driver: 'disk' }],
      ['environment/test/mail', { mail: { mail_driver: 'log' }, to: 'ada@example.com' }],
    ] as const)
      expect([path, (await as(path, body)).json()]).toMatchObject([
        path,
        { status: 409, code: 'settings.locked' },
      ]);
    expect((await as('environment', { realtime: false })).statusCode).toBe(200);
  });
});
