import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endpoint } from '@holdall/contract/endpoint';
import { endpoints } from '@holdall/contract/endpoints';
import type { Problem } from '@holdall/contract/error-codes';
import type { SentSetupDatabase, SetupStatus } from '@holdall/contract/setup';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeEach } from 'vitest';
import { createSetupApp } from '#app.ts';
import { installChosen } from '#compose/installing.ts';
import { translateError } from '#features/storage/index.ts';
import { composeWizard } from '#compose/wizard.ts';
import { loadConfig } from '#config/load.ts';
import { type DatabaseChoice, openDatabase } from '#db/open-database.ts';
import { formOf, formType } from '#testing/form-of.ts';
import { createOwnPostgres, type OwnPostgres } from '#testing/own-postgres.ts';
import { testDialect } from '#testing/test-database.ts';

export interface TestWizard {
  readonly app: FastifyInstance;
  readonly dataDir: string;
  /** Log lines that were written. */
  readonly logged: string[];
  /** The one-time code. */
  code(): string;
  /** Number of handovers to the installed application. */
  readonly takenOver: () => number;
  send(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    payload?: InjectOptions['payload'],
  ): Promise<LightMyRequestResponse>;
  /** A call that succeeds. @returns the status that it answers */
  step(path: string, payload?: object): Promise<SetupStatus>;
  /** A call that is refused. */
  refused(path: string, payload?: object): Promise<Problem>;
  sendImage(name: string, bytes: Buffer): Promise<LightMyRequestResponse>;
  /** Restarts the server on the same folder. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface TestWizardOptions {
  /** As the server's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Before an installation is made. */
  readonly whenBegun?: () => Promise<void>;
  /** Runs after the installation was made, before it is announced. */
  readonly whenMade?: () => Promise<void>;
  /** The public address of what the installation becomes. */
  readonly address?: string;
}

/** The wizard of a server that waits for its installation, in an empty data directory. */
export const createTestWizard = async ({
  env = {},
  whenBegun,
  whenMade,
  address = 'http://localhost:8080',
}: TestWizardOptions = {}): Promise<TestWizard> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'holdall-wizard-'));
  const config = loadConfig(
    { PATH: process.env['PATH'], HOLDALL_DATA_DIR: join(dataDir, 'data'), ...env },
    '/',
  );
  const logged: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) });
  let takenOver = 0;
  const start = async () => {
    const wizard = composeWizard(config, {
      publicAddress: () => 'http://localhost:8080',
      keepsDraft: true,
      install: async (installation) => {
        await whenBegun?.();
        const isMade = await installChosen(config, installation);
        await whenMade?.();
        return isMade;
      },
      handOver: async () => {
        takenOver += 1;
        return {
          address,
          signIn: async () => ({
            session: { token: 'session', maxAge: undefined },
            device: { token: 'device', maxAge: 1 },
          }),
        };
      },
    });
    const app = await createSetupApp(wizard.services, {
      log,
      version: '0.0.0-test',
      translateError,
      publicOrigin: () => config.url,
      trustedProxies: config.trustedProxies,
      recaptchaOrigin: config.recaptchaOrigin,
      webDist: undefined,
    });
    return { wizard, app };
  };
  let running = await start();
  const end = async (): Promise<void> => {
    await running.app.close();
    await running.wizard.close();
  };
  const send: TestWizard['send'] = (method, path, payload) =>
    running.app.inject({
      method,
      url: `/api/setup/${path}`,
      headers: { host: 'localhost:8080', 'x-setup-code': running.wizard.code() },
      ...(payload === undefined ? {} : { payload }),
    });
  return {
    get app() {
      return running.app;
    },
    dataDir: join(dataDir, 'data'),
    logged,
    code: () => running.wizard.code(),
    takenOver: () => takenOver,
    send,
    step: async (path, payload = {}) => {
      const answer = await send('POST', path, payload);
      if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`);
      return answer.json<{ data: SetupStatus }>().data;
    },
    refused: async (path, payload = {}) => {
      const answer = await send('POST', path, payload);
      if (answer.statusCode < 400) throw new Error(`${path} answered ${answer.statusCode}`);
      return answer.json<Problem>();
    },
    sendImage: (name, bytes) =>
      running.app.inject({
        method: 'POST',
        url: '/api/setup/images',
        headers: {
          host: 'localhost:8080',
          'content-type': formType,
          'x-setup-code': running.wizard.code(),
        },
        payload: Buffer.from(formOf({ name }, bytes.toString('latin1')), 'latin1'),
      }),
    restart: async () => {
      await end();
      running = await start();
    },
    close: async () => {
      await end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

export const firstAdmin = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  password: 'correct horse battery',
  password_confirmation: 'correct horse battery',
};

/** Every call of the wizard. */
export const setupCalls: Endpoint[] = Object.values(endpoints).filter(({ path }: Endpoint) =>
  path.startsWith('/api/setup/'),
);

/** Wizards of a test file, each with an empty database of the run's dialect to choose. */
export const useWizard = () => {
  let current: TestWizard | undefined;
  let postgres: OwnPostgres | undefined;
  beforeEach(async () => {
    postgres = testDialect() === 'postgres' ? await createOwnPostgres() : undefined;
  });
  afterEach(async () => {
    await current?.close();
    await postgres?.drop();
    current = undefined;
  });
  const wizard = (): TestWizard => {
    if (current === undefined) throw new Error('No wizard has begun.');
    return current;
  };
  const choice = (): DatabaseChoice =>
    postgres === undefined
      ? { kind: 'sqlite', path: join(wizard().dataDir, 'holdall.sqlite') }
      : { kind: 'postgres', url: postgres.url(), poolSize: 1 };
  return {
    wizard,
    begin: async (options?: TestWizardOptions): Promise<void> => {
      await current?.close();
      current = await createTestWizard(options);
    },
    /** The database of the test, as a form. */
    database: (): SentSetupDatabase =>
      postgres === undefined
        ? { connection: 'sqlite' }
        : {
            connection: 'postgres',
            host: postgres.host,
            port: postgres.port,
            name: postgres.name,
            username: 'app',
            password: 'hidden-database',
          },
    choice,
    /** Counts the tables of that database, without the system's own. */
    tables: async (): Promise<number> => {
      const { path } = { path: '', ...choice() };
      if (path !== '' && !existsSync(path)) return 0;
      const db = openDatabase(choice());
      const { rows } = await (
        path === ''
          ? sql`select 1 from pg_tables where schemaname = 'public'`
          : sql`select 1 from sqlite_master`
      ).execute(db);
      await db.destroy();
      return rows.length;
    },
    /** The settings of the installation. */
    stored: async (): Promise<Map<string, unknown>> => {
      const db = openDatabase(choice());
      const rows = await db.selectFrom('settings').select(['name', 'value']).execute();
      await db.destroy();
      return new Map(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]));
    },
    /** Returns the stored draft; empty before the first step. */
    draftText: async (): Promise<string> => {
      const path = join(wizard().dataDir, 'setup/draft.json');
      return existsSync(path) ? readFile(path, 'utf8') : '';
    },
  };
};
