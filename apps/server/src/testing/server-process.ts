import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { program } from '#testing/program.ts';
import type { TestDatabase } from '#testing/test-database.ts';

export interface ServerProcess {
  readonly origin: string;
  /** Ends it as a power failure of the process would: no handler runs. */
  kill(): Promise<void>;
  /** Asks it to end, and waits until it has. @returns its exit code */
  stop(): Promise<number | null>;
}

const databaseUrl = ({ choice }: Pick<TestDatabase, 'choice'>): Record<string, string> => {
  if (choice.kind === 'sqlite') return {};
  const url = new URL(choice.url);
  if (choice.schema !== undefined) url.searchParams.set('options', `-csearch_path=${choice.schema}`);
  return { HOLDALL_DATABASE_URL: url.href };
};

const environment = (
  dataDir: string,
  database: Pick<TestDatabase, 'choice'>,
  own: Readonly<Record<string, string>>,
): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('HOLDALL_'))),
  HOLDALL_DATA_DIR: dataDir,
  HOLDALL_PORT: '0',
  HOLDALL_LOG_LEVEL: 'error',
  HOLDALL_ADMIN_EMAIL: 'ada@example.com',
  HOLDALL_ADMIN_PASSWORD: 'correct horse battery',
  ...databaseUrl(database),
  ...own,
});

const readyOrigin = (child: ChildProcess): Promise<string> =>
  new Promise((found, failed) => {
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        const origin = /ready at (http:\/\/\S+)/.exec(text)?.[1];
        if (origin !== undefined) found(origin);
      });
    }
    child.once('exit', (code) => failed(new Error(`the server ended with ${code}:\n${text}`)));
  });

export interface ServerProcessOptions {
  /** Of its environment. */
  readonly own?: Readonly<Record<string, string>> | undefined;
  /** A program with arguments that runs it. */
  readonly under?: readonly string[];
}

/** Starts the real server, as `npm start` does, on a free port of loopback. */
export const startServerProcess = async (
  dataDir: string,
  database: Pick<TestDatabase, 'choice'>,
  { own = {}, under = [] }: ServerProcessOptions = {},
): Promise<ServerProcess> => {
  const [command, ...words] = [...under, process.execPath, program, 'serve'];
  const child = spawn(command, words, {
    env: environment(dataDir, database, own),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return (await exited)[0];
  };
  return {
    origin: await readyOrigin(child),
    kill: async () => {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
  };
};
