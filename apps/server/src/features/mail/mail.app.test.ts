import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import { createJobsService, type JobsService } from '#features/jobs/index.ts';
import { createMailService, type MailService, type NewMail } from '#features/mail/index.ts';
import { createSettingsService, type SettingsInput } from '#features/settings/index.ts';
import { createTranslationsService } from '#features/translations/index.ts';
import { en } from '@holdall/contract/messages/en';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAesSealer } from '#adapters/sealer-aes.ts';
import type { Sealer } from '#ports/sealer.ts';
import { eventually } from '#testing/eventually.ts';
import { createMailServer, type MailServerOptions, type TestMailServer } from '#testing/mail-server.ts';
import { createMigratedDatabase } from '#testing/migrated-database.ts';
import { createTestClock, type TestClock } from '#testing/test-clock.ts';
import type { TestDatabase } from '#testing/test-database.ts';
import { createTestOutbound } from '#testing/test-outbound.ts';

/** Milliseconds; for a server that never answers. */
const impatient = { connectionMs: 5_000, greetingMs: 2_000, socketMs: 5_000, totalMs: 5_000 };
const home = 'https://files.example.com';
const token = 'k3vXb0h8Yw-secret-token';
const reset: NewMail = {
  template: 'password_reset',
  to: 'ada@example.com',
  values: { link: `${home}/create-new-password?token=${token}` },
};

let dataDir: string;
let database: TestDatabase;
let db: Db;
let clock: TestClock;
let servers: TestMailServer[];
let nodes: JobsService[];
let failures: unknown[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'holdall-mail-'));
  database = await createMigratedDatabase(join(dataDir, 'holdall.sqlite'));
  ({ db } = database);
  clock = createTestClock();
  servers = [];
  nodes = [];
  failures = [];
});
afterEach(async () => {
  for (const node of nodes) await node.settled();
  for (const server of servers) await server.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const startServer = async (options?: MailServerOptions): Promise<TestMailServer> => {
  const server = await createMailServer(options);
  servers.push(server);
  return server;
};

interface Node {
  readonly mail: MailService;
  readonly jobs: JobsService;
  readonly settings: ReturnType<typeof createSettingsService>;
  readonly sealer: Sealer;
}

interface NodeOptions {
  readonly mail?: string;
  readonly smtpTimeouts?: typeof impatient;
  readonly publicAddress?: string;
  readonly allowedPrivateHosts?: readonly string[];
  readonly sealer?: Sealer;
}

/** Creates one run of a server: its queue, its settings, its connections to the outside. */
const translations = createTranslationsService({
  list: async () => ['en', 'de'].map((locale) => ({ locale, revision: 0 })),
  texts: async (locale) => (locale === 'de' ? { 'mail.password_reset.subject': 'Neues Passwort' } : {}),
});
const createNode = (options: NodeOptions = {}): Node => {
  const outside = createTestOutbound({ dataDir, clock, ...options });
  const sealer = options.sealer ?? outside.sealer;
  const settings = createSettingsService({ db, clock, sealer });
  const jobs = createJobsService({
    db,
    clock,
    node: `node${nodes.length}`,
    onError: (error) => failures.push(error),
  });
  nodes.push(jobs);
  const mail = createMailService({
    ...outside,
    sealer,
    settings,
    jobs,
    clock,
    wordsOf: (preferences) => translations.catalogueFor(preferences),
  });
  return { mail, jobs, settings, sealer };
};

const save = async (values: SettingsInput): Promise<void> => {
  const rows = Object.entries(values).map(([name, value]) => ({
    name,
    value: JSON.stringify(value),
    updated_at: clock.now(),
  }));
  await db
    .insertInto('settings')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
    )
    .execute();
};

const rows = () => db.selectFrom('jobs').selectAll().orderBy('id').execute();
const untilState = (state: string): Promise<void> =>
  eventually(async () => expect((await rows()).map((row) => row.state)).toEqual([state]));

describe('a mail', () => {
  test('has text and HTML parts that both contain the link', async () => {
    const server = await startServer();
    const { mail, jobs } = createNode({ mail: server.url });
    jobs.start();
    await mail.send(db, reset);
    const got = await server.waitFor(() => true);
    expect(got).toMatchObject({
      recipients: ['ada@example.com'],
      from: { name: 'Holdall', address: 'holdall@example.com' },
      subject: 'Choose a new password',
      links: [`${home}/create-new-password?token=${token}`],
    });
    expect(got.html).toContain(`href="${home}/create-new-password?token=${token}"`);
    await untilState('done');
  });

  test('is queued sealed, so that the database reveals no token', async () => {
    const { mail } = createNode();
    await mail.send(db, reset);
    const [row] = await rows();
    expect(row).toMatchObject({ kind: 'mail', state: 'waiting' });
    const stored = JSON.stringify(row);
    for (const secret of [token, 'ada@example.com']) {
      expect(stored).not.toContain(secret);
      expect(stored).not.toContain(Buffer.from(secret).toString('base64url').slice(0, -2));
    }
  });

  test('belongs to its transaction, and is not sent after a rollback', async () => {
    const server = await startServer();
    const { mail, jobs } = createNode({ mail: server.url });
    jobs.start();
    const undone = inTransaction(db, async (trx) => {
      await mail.send(trx, reset);
      throw new Error('something else failed');
    });
    await expect(undone).rejects.toThrow('something else failed');
    await inTransaction(db, (trx) => mail.send(trx, { ...reset, to: 'bob@example.com' }));
    mail.nudge();
    expect((await server.waitFor(() => true)).recipients).toEqual(['bob@example.com']);
    expect(await rows()).toHaveLength(1);
  });

  test('is written in the language of its recipient, else in that of the application', async () => {
    const server = await startServer();
    const { mail, jobs } = createNode({ mail: server.url });
    await save({ locale: 'de' });
    await mail.send(db, { ...reset, locale: 'en' });
    await mail.send(db, { ...reset, to: 'bob@example.com' });
    // A language that another version knew.
    await mail.send(db, { ...reset, to: 'eve@example.com', locale: 'xx' });
    jobs.start();
    const [english, ...german] = await Promise.all(
      ['ada', 'bob', 'eve'].map((name) =>
        server.waitFor(({ recipients }) => recipients[0] === `${name}@example.com`),
      ),
    );
    expect(english?.subject).toBe('Choose a new password');
    expect(english?.html).toContain('<html lang="en">');
    expect(german.map(({ subject }) => subject)).toEqual(['Neues Passwort', 'Neues Passwort']);
    for (const { html } of german) expect(html).toContain('<html lang="de">');
  });

  test('links only to the public address', async () => {
    const { mail } = createNode({ publicAddress: 'https://files.example.com' });
    expect(mail.link('/create-new-password', { token: 'a&b=c' })).toBe(
      'https://files.example.com/create-new-password?token=a%26b%3Dc',
    );
    for (const link of ['https://evil.example/x', 'http://files.example.com/x', 'javascript:alert(1)'])
      await expect(mail.send(db, { ...reset, values: { link } })).rejects.toThrow('no other place');
    expect(await rows()).toEqual([]);
  });

  test('is not sent after its expiry', async () => {
    const server = await startServer();
    const { mail, jobs } = createNode({ mail: server.url });
    await mail.send(db, { ...reset, until: clock.now() + 60_000 });
    clock.advance(61_000);
    jobs.start();
    await untilState('dead');
    expect(await server.mails()).toEqual([]);
  });
});

test('that is a notice is dropped after three days', async () => {
  const server = await startServer();
  const { mail, jobs } = createNode({ mail: server.url });
  const notice: NewMail = { template: 'password_changed', to: 'ada@example.com', values: { tokens: 0 } };
  await mail.send(db, notice);
  clock.advance(3 * 24 * 3_600_000 + 1);
  jobs.start();
  await untilState('dead');
  expect(await server.mails()).toEqual([]);
});

describe('a server that', () => {
  test('refuses the recipient permanently is not retried', async () => {
    const server = await startServer({ refuse: () => 550 });
    const { mail, jobs } = createNode({ mail: server.url });
    await mail.send(db, reset);
    jobs.start();
    await untilState('dead');
    expect(server.connections()).toBe(1);
    expect((await rows())[0]?.last_error).toBe('The mail could not be sent: recipient (550 5.1.1).');
  });

  test('is busy is retried later, with the same mail', async () => {
    const codes = [450, 452];
    const server = await startServer({ refuse: () => codes.shift() });
    const { mail, jobs } = createNode({ mail: server.url });
    await mail.send(db, reset);
    jobs.start();
    for (const attempts of [1, 2]) {
      await eventually(async () => expect(await rows()).toMatchObject([{ state: 'waiting', attempts }]));
      clock.advance(61_000);
      jobs.nudge();
    }
    const got = await server.waitFor(() => true);
    await untilState('done');
    const [row] = await rows();
    expect(got.headers.get('message-id')).toBe(`<${row?.id}@example.com>`);
    expect(row?.attempts).toBe(3);
  });

  test('accepts connections and never answers does not block others', async () => {
    const hole = await startServer({ silent: true });
    const { mail, jobs } = createNode({ mail: hole.url, smtpTimeouts: impatient });
    jobs.start();
    await mail.send(db, reset);
    await eventually(() => expect(hole.connections()).toBe(1));
    // While that connection is open, the rest of the server continues.
    await mail.send(db, { ...reset, to: 'bob@example.com' });
    expect(await mail.isConfigured()).toBe(true);
    await eventually(async () =>
      expect(await rows()).toMatchObject([
        { state: 'waiting', attempts: 1, last_error: 'The mail could not be sent: timeout.' },
        { state: 'waiting', attempts: 1 },
      ]),
    );
  });

  test('is down while the application ends gets the mail from its next run', async () => {
    const hole = await startServer({ silent: true });
    const first = createNode({ mail: hole.url });
    first.jobs.start();
    await first.mail.send(db, reset);
    await eventually(() => expect(hole.connections()).toBe(1));
    await first.jobs.settled();
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    const server = await startServer();
    createNode({ mail: server.url }).jobs.start();
    expect((await server.waitFor(() => true)).links).toEqual([`${home}/create-new-password?token=${token}`]);
  });
});

describe('settings', () => {
  const smtp = async (server: TestMailServer, sealer: Sealer): Promise<SettingsInput> => ({
    mail_driver: 'smtp',
    mail_host: '127.0.0.1',
    mail_port: server.port,
    mail_username: 'ada',
    mail_password: sealer.seal('correct horse', 'settings:mail_password'),
    mail_encryption: 'none',
    mail_from: 'Northlight <files@northlight.example>',
  });
  const credentials = { username: 'ada', password: 'correct horse' };

  test('decide where mails go, and a change applies to the next one', async () => {
    const [one, other] = [await startServer({ credentials }), await startServer({ credentials })];
    const { mail, jobs, sealer } = createNode({ allowedPrivateHosts: ['127.0.0.1'] });
    jobs.start();
    expect(await mail.isConfigured()).toBe(false);
    await save(await smtp(one, sealer));
    expect(await mail.isConfigured()).toBe(true);
    await mail.send(db, reset);
    expect(await one.waitFor(() => true)).toMatchObject({
      user: 'ada',
      from: { name: 'Northlight', address: 'files@northlight.example' },
    });
    await save({
      mail_port: other.port,
      mail_from: '',
      title: 'Harbour',
      contact_email: 'help@northlight.example',
    });
    await mail.send(db, reset);
    const got = await other.waitFor(() => true);
    expect(got.from).toEqual({ name: 'Harbour', address: 'noreply@files.example.com' });
    expect(got.headers.get('reply-to')).toBe('help@northlight.example');
    expect(await one.mails()).toHaveLength(1);
  });

  test('cannot name a private address, but the environment can, and takes precedence', async () => {
    const [named, operators] = [await startServer({ credentials }), await startServer()];
    const { mail, jobs, sealer } = createNode();
    await save(await smtp(named, sealer));
    await mail.send(db, reset);
    jobs.start();
    await eventually(async () =>
      expect((await rows())[0]?.last_error).toBe('The mail could not be sent: private_address.'),
    );
    await jobs.settled();
    clock.advance(61_000);
    createNode({ mail: operators.url }).jobs.start();
    await operators.waitFor(() => true);
    expect(named.connections()).toBe(0);
  });

  test('without a server store mails as readable files', async () => {
    const { mail, jobs } = createNode();
    jobs.start();
    await mail.send(db, reset);
    await untilState('done');
    const [name = ''] = await readdir(join(dataDir, 'mail'));
    expect(name).toMatch(/^\d{4}-.*\.eml$/);
    expect(await readFile(join(dataDir, 'mail', name), 'utf8')).toContain(
      `${home}/create-new-password?token=${token}`,
    );
  });

  test('sealed by another secret key are reported, and mails wait for their repair', async () => {
    const server = await startServer({ credentials });
    await save(await smtp(server, createAesSealer(Buffer.alloc(32, 9))));
    const { mail, jobs, sealer } = createNode({ allowedPrivateHosts: ['127.0.0.1'] });
    jobs.start();
    await expect(mail.sendTest('ada@example.com')).rejects.toThrow('Enter the password again');
    await mail.send(db, reset);
    await eventually(async () => expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1 }]));
    await save(await smtp(server, sealer));
    clock.advance(11_000);
    jobs.nudge();
    await server.waitFor(() => true);
  });
});

test('a mail sealed by another secret key is given up', async () => {
  const before = createNode({ sealer: createAesSealer(Buffer.alloc(32, 9)) });
  await before.mail.send(db, reset);
  createNode().jobs.start();
  await untilState('dead');
  expect((await rows())[0]?.last_error).toBe('The mail was sealed with another secret key.');
});

describe('a test', () => {
  test('is sent at once, without the queue', async () => {
    const server = await startServer();
    const { mail } = createNode({ mail: server.url });
    await mail.sendTest('grace@example.com');
    expect(await server.mails()).toMatchObject([
      { recipients: ['grace@example.com'], subject: 'Test email from Holdall', links: [] },
    ]);
    expect(await rows()).toEqual([]);
  });

  test.each<[string, MailServerOptions, string]>([
    ['the recipient', { refuse: () => 550 }, en['mail.failed.recipient']],
    ['time', { silent: true }, en['mail.failed.timeout']],
    ['the password', { credentials: { username: 'ada', password: 'x' } }, en['mail.failed.sign_in']],
  ])('reports a failure at %s in a sentence of its own', async (_name, options, sentence) => {
    const server = await startServer(options);
    const url = new URL(server.url);
    if (url.username !== '') url.password = 'wrong';
    const { mail } = createNode({ mail: url.href, smtpTimeouts: impatient });
    await expect(mail.sendTest('grace@example.com')).rejects.toMatchObject({
      code: 'mail.not_sent',
      message: sentence,
    });
  });

  test('names an unreachable server, and one that does not exist', async () => {
    const { mail } = createNode({ mail: 'smtp://nowhere.invalid' });
    await expect(mail.sendTest('grace@example.com')).rejects.toThrow(en['mail.failed.unknown_host']);
    const refused = createNode({ mail: 'smtp://127.0.0.1:1' });
    await expect(refused.mail.sendTest('grace@example.com')).rejects.toThrow(en['mail.failed.unreachable']);
    const none = createNode();
    await expect(none.mail.sendTest('grace@example.com')).rejects.toThrow(en['mail.failed.folder']);
  });
});
