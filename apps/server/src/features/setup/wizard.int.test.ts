import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { openDatabase } from '#db/open-database.ts';
import { createMailServer } from '#testing/mail-server.ts';
import { firstAdmin as admin, setupCalls, useWizard } from '#testing/use-wizard.ts';
import { testDialect } from '#testing/test-database.ts';

// The image processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const { begin, wizard, database, choice, stored, draftText, tables } = useWizard();

/** The port of “discard”: nothing listens there, and no test is given it. */
const silentPort = 9;

test('all steps have defaults, and nothing is created before the last one', async () => {
  await begin();
  const status = (await wizard().send('GET', 'status')).json<{ data: object }>().data;
  expect(status).toMatchObject({
    next: 'status-check',
    locked: [],
    kept: {
      purchase_code: { required: false, given: false, holder: null },
      database: { connection: 'sqlite' },
      environment: {
        url: '',
        storage: { storage_driver: 'disk' },
        mail: { mail_driver: 'log' },
        realtime: true,
      },
      app: { title: 'Holdall', color: 'petrol', upload_limit: 0, locale: 'en' },
      images: { logo: false, avatar: false },
    },
  });
  await wizard().step('checks');
  await wizard().step('database', database());
  await wizard().step('environment', { realtime: false });
  expect((await readdir(wizard().dataDir)).toSorted()).toEqual(['database.json', 'secret.key', 'setup']);
  expect(await tables()).toBe(0);
});

test('each step is stored, can be repeated, and survives a restart', async () => {
  await begin();
  const steps: [string, object][] = [
    ['checks', {}],
    ['purchase-code', { code: null }],
    ['database', database()],
    ['environment', { url: 'https://files.example.com/', realtime: false }],
    ['app', { title: ' Northlight ', mimetypes_blacklist: ['.EXE', 'exe'], default_capacity: 1000 }],
  ];
  const nexts = ['purchase-code', 'database', 'environment', 'app-setup', 'admin-setup'];
  for (const [index, [path, body]] of steps.entries()) {
    expect((await wizard().step(path, body)).next).toBe(nexts[index]);
    await wizard().restart();
    expect(await wizard().step(path, body)).toMatchObject({ next: nexts[index] });
  }
  expect(await wizard().step('app', { color: 'moss' })).toMatchObject({
    kept: {
      environment: { url: 'https://files.example.com', realtime: false },
      app: { title: 'Northlight', color: 'moss', mimetypes_blacklist: ['exe'], default_capacity: 1000 },
    },
  });
  expect(await wizard().step('environment', { realtime: true })).toMatchObject({
    kept: { environment: { url: 'https://files.example.com', realtime: true } },
  });
});

test('steps are done in any order', async () => {
  await begin();
  expect((await wizard().step('app', {})).next).toBe('status-check');
  expect((await wizard().step('checks')).next).toBe('purchase-code');
});

describe('the database', () => {
  test('the password is stored sealed, never answered, and sent only to its own server', async () => {
    await begin();
    await wizard().step('database', database());
    await wizard().restart();
    const status = await wizard().send('GET', 'status');
    expect(status.body).not.toContain('hidden-database');
    const file = await readFile(join(wizard().dataDir, 'database.json'), 'utf8');
    expect(file).not.toContain('hidden-database');
    expect((await stat(join(wizard().dataDir, 'database.json'))).mode & 0o777).toBe(0o600);
    expect(JSON.stringify(status.json())).toContain(
      testDialect() === 'postgres' ? '"has_password":true' : '"connection":"sqlite"',
    );
    const again = { ...database(), ...(testDialect() === 'postgres' ? { password: null } : {}) };
    expect(JSON.stringify(await wizard().step('database', again))).toContain(
      testDialect() === 'postgres' ? '"has_password":true' : '"connection":"sqlite"',
    );
  });

  test('an error names its field and its cause, and nothing is stored', async () => {
    await begin();
    const nowhere = {
      connection: 'postgres',
      host: '127.0.0.1',
      port: silentPort,
      name: 'x',
      username: 'x',
    };
    for (const path of ['database', 'database/test']) {
      expect(await wizard().refused(path, nowhere)).toMatchObject({
        status: 422,
        code: 'setup.database_unusable',
        reason: 'refused',
        errors: { port: [expect.stringContaining('127.0.0.1')] },
      });
    }
    expect(await wizard().refused('database', { ...nowhere, name: 'a b' })).toMatchObject({
      errors: { name: [expect.any(String)] },
    });
    expect(await wizard().refused('database', { ...nowhere, port: 0 })).toMatchObject({
      errors: { port: ['Enter a port from 1 to 65535.'] },
    });
    expect(await wizard().refused('database', { connection: 'oracle' })).toMatchObject({
      code: 'request.invalid',
    });
    expect((await wizard().send('GET', 'status')).json()).toMatchObject({
      data: { next: 'status-check', kept: { database: { connection: 'sqlite' } } },
    });
    expect(await readdir(wizard().dataDir)).not.toContain('database.json');
  });

  test('foreign tables are refused by name, whenever they appear, and stay', async () => {
    await begin();
    await wizard().step('database', database());
    const db = openDatabase(choice());
    await sql`create table invoices (id integer)`.execute(db);
    for (const [path, body] of [
      ['database', database()],
      ['admin', admin],
    ] as const)
      expect(await wizard().refused(path, body)).toMatchObject({
        status: 422,
        code: 'setup.database_unusable',
        reason: 'foreign_tables',
        message: expect.stringContaining('invoices') as string,
      });
    expect((await sql`select 1 from invoices`.execute(db)).rows).toEqual([]);
    await db.destroy();
  });
});

describe('the last step', () => {
  test.each([
    [{ email: 'nobody' }, 'email'],
    [{ password: 'short', password_confirmation: 'short' }, 'password'],
    [{ password_confirmation: 'another one' }, 'password_confirmation'],
    [{ password: 'Password2026!', password_confirmation: 'Password2026!' }, 'password'],
    [{ password: 'ada@example.com', password_confirmation: 'ada@example.com' }, 'password'],
    [{ first_name: 'x'.repeat(101) }, 'first_name'],
  ])('%o is refused by its name, and nothing is installed', async (change, field) => {
    await begin();
    await wizard().step('database', database());
    const { errors = {} } = await wizard().refused('admin', { ...admin, ...change });
    expect(Object.keys(errors)).toEqual([field]);
    expect(wizard().takenOver()).toBe(0);
    expect((await wizard().send('GET', 'status')).statusCode).toBe(200);
  });

  test('all stored answers become the installation, and its secrets are sealed', async () => {
    const mail = await createMailServer({ credentials: { username: 'holdall', password: 'hidden-mail' } });
    await begin({ env: { HOLDALL_ALLOWED_PRIVATE_HOSTS: '127.0.0.1' } });
    await wizard().step('database', database());
    await wizard().step('environment', {
      url: 'http://localhost:8080',
      realtime: false,
      mail: {
        mail_driver: 'smtp',
        mail_host: '127.0.0.1',
        mail_port: mail.port,
        mail_encryption: 'none',
        mail_username: 'holdall',
        mail_password: 'hidden-mail',
      },
    });
    await wizard().step('app', { title: 'Northlight', subscription_type: 'fixed' });
    const answer = await wizard().send('POST', 'admin', admin);
    expect(answer.json()).toEqual({ url: 'http://localhost:8080', signed_in: true });
    expect(answer.cookies).toMatchObject([
      { name: 'holdall', value: 'session', httpOnly: true, sameSite: 'Lax' },
      { name: 'holdall-device', value: 'device', httpOnly: true, sameSite: 'Lax' },
    ]);
    const settings = await stored();
    expect(Object.fromEntries(settings)).toMatchObject({
      url: 'http://localhost:8080',
      realtime: false,
      title: 'Northlight',
      subscription_type: 'fixed',
      mail_driver: 'smtp',
      mail_password: expect.any(String) as string,
    });
    expect(JSON.stringify([...settings])).not.toContain('hidden-mail');
    expect(settings.has('description')).toBe(false);
    expect(wizard().takenOver()).toBe(1);
    expect(wizard().logged.join('')).not.toMatch(/hidden|correct horse/);
    expect(await draftText()).not.toMatch(/hidden|correct horse/);
    await mail.close();
  });

  test('two concurrent wizards make one installation', async () => {
    await begin();
    await wizard().step('database', database());
    const answers = await Promise.all(
      ['ada', 'bea', 'cleo'].map((name) =>
        wizard().send('POST', 'admin', { ...admin, email: `${name}@example.com` }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 410, 410]);
    const db = openDatabase(choice());
    expect(await db.selectFrom('users').select('role').execute()).toEqual([{ role: 'admin' }]);
    await db.destroy();
  });

  test.each([
    ['http://192.168.1.5:8080', undefined, false],
    ['http://127.evil.example', undefined, false],
    ['http://localhost:8080', undefined, true],
    ['http://files.example.com', 'https://files.example.com', true],
  ])('the cookie of %s (%s) is kept over HTTPS: %o', async (here, origin, isKept) => {
    await begin({ address: 'https://files.example.com' });
    await wizard().step('database', database());
    const answer = await wizard().app.inject({
      method: 'POST',
      url: '/api/setup/admin',
      headers: {
        host: new URL(here).host,
        'x-setup-code': wizard().code(),
        ...(origin === undefined ? {} : { origin }),
      },
      payload: admin,
    });
    expect(answer.json()).toEqual({ url: 'https://files.example.com', signed_in: isKept });
    expect(answer.cookies.map(({ name, secure }) => [name, secure])).toEqual(
      isKept
        ? [
            ['__Host-holdall', true],
            ['__Host-holdall-device', true],
          ]
        : [],
    );
  });

  test('afterwards every call answers that setup is done', async () => {
    await begin();
    await wizard().step('database', database());
    await wizard().send('POST', 'admin', admin);
    for (const { method, path } of setupCalls)
      expect(
        (
          await wizard().app.inject({
            method,
            url: path.replace('{name}', 'logo'),
            headers: { host: 'localhost' },
          })
        ).json(),
      ).toMatchObject({ status: 410, code: 'setup.done' });
  });
});
