/** The real server, started as an operator would start it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const main = resolve(import.meta.dirname, '../../apps/server/src/main.ts');

export interface Place {
  readonly dataDir: string;
  /** Undefined: SQLite in the data directory. */
  readonly postgresUrl: string | undefined;
}

export interface Account {
  readonly email: string;
  readonly password: string;
}

const environmentOf = ({ dataDir, postgresUrl }: Place): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('HOLDALL_'))),
  HOLDALL_DATA_DIR: dataDir,
  HOLDALL_PORT: '0',
  HOLDALL_LOG_LEVEL: 'error',
  ...(postgresUrl === undefined ? {} : { HOLDALL_DATABASE_URL: postgresUrl }),
});

/** @throws where the installation fails, or exists already */
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
};

export interface RunningServer {
  readonly origin: string;
  /** Bytes of memory that the process has, now and at the most. */
  memory(this: void): { readonly resident: number; readonly peak: number } | undefined;
  stop(): Promise<void>;
}

const memoryOf = ({ pid }: ChildProcess): ReturnType<RunningServer['memory']> => {
  if (process.platform !== 'linux' || pid === undefined) return undefined;
  const status = readFileSync(join('/proc', String(pid), 'status'), 'utf8');
  const bytesOf = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
  return { resident: bytesOf('VmRSS'), peak: bytesOf('VmHWM') };
};

/** Starts a process that says where it is ready. */
export const startProcess = async (
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<RunningServer> => {
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  const origin = await new Promise<string>((found, failed) => {
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        const address = /ready at (http:\/\/\S+)/.exec(text)?.[1];
        if (address !== undefined) found(address);
      });
    child.once('exit', (code) => failed(new Error(`${script} ended with ${code}:\n${text}`)));
  });
  return {
    origin,
    memory: () => memoryOf(child),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
};

export const startServer = (place: Place): Promise<RunningServer> =>
  startProcess(main, ['serve'], environmentOf(place));
