/** The real server, started as an operator would start it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Db } from '../../apps/server/src/db/database.ts';
import { type DatabaseChoice, openDatabase } from '../../apps/server/src/db/open-database.ts';
import { type Program, startProgram } from './program.ts';

const main = resolve(import.meta.dirname, '../../apps/server/dist/main.cjs');

export interface Place {
  readonly dataDir: string;
  /** Undefined: SQLite in the data directory. */
  readonly postgresUrl: string | undefined;
  /** Variables of an object storage; empty: bytes are in the data directory. */
  readonly storage?: Readonly<Record<string, string>>;
}

export interface Account {
  readonly email: string;
  readonly password: string;
}

/** The account that the benchmarks use. */
export const benchAccount: Account = { email: 'bench@example.com', password: 'a password for measuring' };

const environmentOf = ({ dataDir, postgresUrl, storage }: Place): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('HOLDALL_'))),
  HOLDALL_DATA_DIR: dataDir,
  HOLDALL_PORT: '0',
  HOLDALL_LOG_LEVEL: 'error',
  ...(postgresUrl === undefined ? {} : { HOLDALL_DATABASE_URL: postgresUrl }),
  ...storage,
});

/** The database of an installed server. */
export const openPlace = ({ dataDir, postgresUrl }: Place): Db => {
  const choice: DatabaseChoice =
    postgresUrl === undefined
      ? { kind: 'sqlite', path: join(dataDir, 'holdall.sqlite') }
      : { kind: 'postgres', url: postgresUrl };
  return openDatabase(choice);
};

export interface RunningServer extends Program {
  readonly origin: string;
}

/** Starts a program of Node's that says where it is ready. */
export const startNode = async (
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<RunningServer> => {
  const program = startProgram({ program: process.execPath, args: [script, ...args], env });
  try {
    const [, origin = ''] = await program.printed(/ready at (http:\/\/\S+)\s/);
    return { ...program, origin };
  } catch (error) {
    await program.stop();
    throw error;
  }
};

export const startServer = (place: Place): Promise<RunningServer> =>
  startNode(main, ['serve'], environmentOf(place));

/**
 * Installs a server. It is started once: it takes possession of its storage then, and would miss files that were planted before.
 *
 * @throws where the installation fails, or exists already
 */
export const installServer = async (place: Place, { email, password }: Account): Promise<void> => {
  mkdirSync(place.dataDir, { recursive: true });
  const child = spawn(
    process.execPath,
    [main, 'setup', '--admin-email', email, '--admin-password-file', '-'],
    { env: environmentOf(place), stdio: ['pipe', 'ignore', 'inherit'] },
  );
  child.stdin?.end(password);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the installation in ${place.dataDir} ended with ${code}`);
  await (await startServer(place)).stop();
};
