/** The real server, as `npm start` runs it, on a temporary data directory. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase } from '../../apps/server/src/testing/test-database.ts';
import { freePort } from '../../scripts/process/free-port.ts';

const checkout = resolve(import.meta.dirname, '../..');
const startMs = 45_000;
const pollMs = 50;

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** The administrator that every server of the journeys is installed with. */
export const admin = { email: 'admin@example.com', password: 'correct horse battery staple' } as const;

/** The installation of the server where the defaults do not serve. */
export interface Installation {
  /** Left out: the server is installed. `false`: it waits for `install`. */
  readonly installed?: boolean;
  /** Bytes. */
  readonly chunkSize?: number;
  /** MIME types and extensions, separated by commas. */
  readonly blacklist?: string;
}

export interface RunningServer {
  readonly url: string;
  readonly dataDir: string;
  /** The one-time code of the setup wizard, as the server has printed it. */
  readonly setupCode: () => string;
  /** Runs `holdall setup` beside it. */
  readonly install: () => void;
  /** Ends it at once, as a power cut would, and starts it again on the same data and port. */
  readonly restartAfterKill: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Waits until a health check answers 200. `output` is the server's output so far. */
const waitUntilHealthy = async (url: string, child: ChildProcess, output: () => string): Promise<void> => {
  const end = Date.now() + startMs;
  for (;;) {
    const said = output().slice(-2_000);
    if (child.exitCode !== null) throw new Error(`The server ended before it was ready:\n${said}`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.status === 200) return;
    if (Date.now() > end) throw new Error(`The server was not ready in ${startMs} ms:\n${said}`);
    await delay(pollMs);
  }
};

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done();
    else child.once('close', () => done());
  });

/** Database of the server: nothing for SQLite, a schema of its own for PostgreSQL. */
const databaseFor = async (): Promise<{ env: NodeJS.ProcessEnv; drop: () => Promise<void> }> => {
  if (process.env['HOLDALL_TEST_DIALECT'] !== 'postgres') return { env: {}, drop: () => Promise.resolve() };
  const database = await createTestDatabase();
  const { choice } = database;
  if (choice.kind !== 'postgres' || choice.schema === undefined) throw new Error('No schema was made.');
  const url = new URL(choice.url);
  url.searchParams.set('options', `-c search_path=${choice.schema}`);
  return { env: { HOLDALL_DATABASE_URL: url.href }, drop: () => database.drop() };
};

/** The program that `npm start` runs. */
const program = 'apps/server/dist/main.cjs';

/** Runs `holdall setup` to its end. */
const install = (env: NodeJS.ProcessEnv, { chunkSize, blacklist }: Installation): void => {
  const args = ['--admin-email', admin.email, '--admin-password-file', '-'];
  if (chunkSize !== undefined) args.push('--chunk-size', String(chunkSize));
  if (blacklist !== undefined) args.push('--blacklist', blacklist);
  execFileSync(process.execPath, [program, 'setup', ...args], {
    cwd: checkout,
    env,
    input: admin.password,
  });
};

/** Starts an installed server. `env` adds to its environment. */
export const startServer = async (
  env: NodeJS.ProcessEnv = {},
  installation: Installation = {},
): Promise<RunningServer> => {
  if (!['apps/web/dist/index.html', program].every((file) => existsSync(join(checkout, file))))
    throw new Error('The web app or the server is not built: run `npm run build`.');
  const dataDir = mkdtempSync(join(tmpdir(), 'holdall-e2e-'));
  const database = await databaseFor();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const wholeEnv = {
    ...process.env,
    HOLDALL_DATA_DIR: dataDir,
    HOLDALL_PORT: String(port),
    HOLDALL_LOG_LEVEL: 'warn',
    ...database.env,
    ...env,
  };
  let output = '';
  const isInstalled = installation.installed !== false;
  const needsSetup = installation.chunkSize !== undefined || installation.blacklist !== undefined;
  if (isInstalled && needsSetup) install(wholeEnv, installation);
  // The server installs itself with these: one process less to start.
  if (isInstalled && !needsSetup)
    Object.assign(wholeEnv, { HOLDALL_ADMIN_EMAIL: admin.email, HOLDALL_ADMIN_PASSWORD: admin.password });

  const launch = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [program, 'serve'], {
      cwd: checkout,
      env: wholeEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
    child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()));
    const check = `${url}/health/${isInstalled ? 'ready' : 'live'}`;
    await waitUntilHealthy(check, child, () => output).catch((error: unknown) => {
      child.kill('SIGKILL');
      throw error;
    });
    return child;
  };

  let child = await launch();
  return {
    url,
    dataDir,
    setupCode: () => {
      const code = /\/install#code=([\w-]+)/.exec(output)?.[1];
      if (code === undefined) throw new Error(`The server has printed no code:\n${output.slice(-2_000)}`);
      return code;
    },
    install: () => install(wholeEnv, installation),
    restartAfterKill: async () => {
      child.kill('SIGKILL');
      await ended(child);
      child = await launch();
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended(child);
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
