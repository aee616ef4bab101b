/** Other programs that the bench starts; none outlives it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type ProcessFigures, readProcessTree } from './process-figures.ts';

/** Milliseconds that a program may take until it is ready. */
const readyLimit = 60_000;

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

export interface Program {
  /** Undefined where it could not be started. */
  readonly pid: number | undefined;
  /** Resource usage of the program and its children; undefined where the system does not report it. */
  figures(this: void): ProcessFigures | undefined;
  /** Waits until it has printed what the pattern finds. @throws where it ends first, with what it printed */
  printed(this: void, pattern: RegExp): Promise<RegExpExecArray>;
  /** Waits until a port of loopback accepts connections. @throws where the program ends first */
  listensOn(this: void, port: number): Promise<void>;
  stop(this: void): Promise<void>;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

const canConnect = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** Starts a program; its output is kept, and shown where it fails. */
export const startProgram = ({ program, args, env = process.env, cwd }: Command): Program => {
  const child = spawn(program, args, {
    env,
    ...(cwd === undefined ? {} : { cwd }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let text = '';
  let ended: string | undefined;
  child.on('error', (error) => (ended = error.message));
  const exited = once(child, 'exit').then(([code, signal]) => {
    running.delete(child);
    ended = `ended with ${code ?? signal}`;
  });
  // The caller gets the failure from `ended`.
  exited.catch(() => running.delete(child));
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text = (text + piece).slice(-100_000);
    });
  const failure = () => new Error(`${program} ${args.join(' ')} ${ended ?? 'is not ready'}:\n${text}`);
  const until = async <T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> => {
    const start = performance.now();
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      if (ended !== undefined || performance.now() - start > readyLimit) throw failure();
      await delay(1);
    }
  };
  return {
    pid: child.pid,
    figures: () => (child.pid === undefined ? undefined : readProcessTree(child.pid)),
    printed: (pattern) => until(() => pattern.exec(text) ?? undefined),
    listensOn: async (port) => {
      await until(async () => ((await canConnect(port)) ? true : undefined));
    },
    stop: async () => {
      if (ended === undefined) child.kill('SIGTERM');
      await exited.catch(() => undefined);
    },
  };
};
