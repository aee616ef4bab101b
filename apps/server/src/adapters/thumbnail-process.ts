import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Tools } from '#adapters/thumbnail-programs.ts';
import { TooManyPixelsError, UnpicturableError } from '#ports/thumbnailer.ts';
import { maxFileBytes, maxFileMs, maxWorkerBytes, maxWorkerData } from './thumbnail-worker/bounds.ts';
import type { Answer, Made, Request } from './thumbnail-worker/protocol.ts';

const main = fileURLToPath(new URL('./thumbnail-worker/main.ts', import.meta.url));
/** Behind requests, which are waited for. */
const niceness = 19;
const watchEveryMs = 100;
/** Of JavaScript; images lie outside of it. */
const heapMebibytes = 128;

/** A process that makes pictures, one file at a time. */
export interface WorkerProcess {
  readonly pid: number;
  /** @throws UnpicturableError, or the signal's reason; after any rejection the process is gone */
  ask(request: Omit<Request, 'id'>, signal: AbortSignal): Promise<Made>;
  /** Kills it and all that it started. */
  end(): Promise<void>;
}

/** Puts a command behind the programs that bound it, where this machine has them. */
const bounded = ({ setpriv, prlimit }: Tools, command: readonly string[]): string[] => [
  ...(setpriv === undefined ? [] : [setpriv, '--pdeathsig', 'KILL', '--']),
  ...(prlimit === undefined
    ? []
    : [prlimit, `--data=${maxWorkerData}`, `--fsize=${maxFileBytes}`, '--core=0', '--']),
  ...command,
];

/** Nothing of the server's own environment: it may hold secrets, and options for Node. */
const environment = (folder: string): NodeJS.ProcessEnv => ({
  HOME: folder,
  TMPDIR: folder,
  // The system's memory allocator keeps pools for each thread otherwise.
  MALLOC_ARENA_MAX: '2',
});

/** Resident bytes; undefined where the system does not tell. */
const residentBytes = async (pid: number): Promise<number | undefined> => {
  try {
    const [, kibibytes] = /^VmRSS:\s*(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
  } catch {
    return undefined;
  }
};

const spawnWorker = (tools: Tools, folder: string): ChildProcess => {
  const node = [
    process.execPath,
    `--max-old-space-size=${heapMebibytes}`,
    '--disable-warning=ExperimentalWarning',
    main,
  ];
  const [command = '', ...args] = bounded(tools, node);
  return spawn(command, args, {
    cwd: folder,
    env: environment(folder),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    // The leader of a group of its own, so that what it starts can be ended with it.
    detached: true,
  });
};

const failureOf = (answer: Extract<Answer, { unpicturable: string }>): UnpicturableError =>
  answer.hasTooManyPixels
    ? new TooManyPixelsError(answer.unpicturable)
    : new UnpicturableError(answer.unpicturable);

/** What a file may take before its process is killed; instead of the usual bounds. */
export interface Bounds {
  readonly milliseconds?: number;
  /** Resident memory. */
  readonly bytes?: number;
}

export interface WorkerOptions {
  readonly tools: Tools;
  /** Where it runs, and has its temporary files. */
  readonly folder: string;
  readonly bounds: Bounds;
}

/** Starts a worker process. @throws where the system refuses one */
export const startWorker = async ({ tools, folder, bounds }: WorkerOptions): Promise<WorkerProcess> => {
  const child = spawnWorker(tools, folder);
  const exited = once(child, 'exit');
  exited.catch(() => undefined);
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  child.on('error', () => undefined);
  try {
    setPriority(pid, niceness);
  } catch {
    // It has ended already, which the first request will notice.
  }
  // Neither it nor its channel keeps the server from ending.
  child.unref();
  child.channel?.unref();
  let lastId = 0;

  const kill = (): void => {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      child.kill('SIGKILL');
    }
  };
  const end = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    // Whoever waits for the end keeps the server running until it comes.
    child.ref();
    kill();
    await exited;
  };

  const answerTo = (request: Request): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const settle = (): void => {
        child.off('message', take);
        child.off('exit', fail);
      };
      const take = (message: unknown): void => {
        const answer = message as Answer;
        if (answer.id !== request.id) return;
        settle();
        resolve(answer);
      };
      const fail = (): void => {
        settle();
        reject(new Error(`The thumbnail process ended with ${child.signalCode ?? child.exitCode}.`));
      };
      child.on('message', take);
      child.once('exit', fail);
      if (child.exitCode !== null || child.signalCode !== null) fail();
      else child.send(request, (error) => error !== null && kill());
    });

  /** Rejects as soon as a bound is crossed. @returns how to stop watching */
  const watch = ({ method }: Request, signal: AbortSignal, cross: (error: unknown) => void): (() => void) => {
    const { milliseconds = maxFileMs[method], bytes: maxBytes = maxWorkerBytes } = bounds;
    const late = setTimeout(() => cross(new UnpicturableError('It took too long.')), milliseconds);
    const memory = setInterval(() => {
      void residentBytes(pid).then((bytes = 0) => {
        if (bytes > maxBytes) cross(new UnpicturableError('It took too much memory.'));
      });
    }, watchEveryMs);
    const abort = (): void => cross(signal.reason);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    return () => {
      clearTimeout(late);
      clearInterval(memory);
      signal.removeEventListener('abort', abort);
    };
  };

  return {
    pid,
    end,
    ask: async (wish, signal) => {
      lastId += 1;
      const request = { ...wish, id: lastId };
      const { promise: crossed, reject: cross } = Promise.withResolvers<never>();
      crossed.catch(() => undefined);
      const stopWatching = watch(request, signal, cross);
      try {
        const answer = await Promise.race([answerTo(request), crossed]);
        if ('unpicturable' in answer) throw failureOf(answer);
        return answer.made;
      } catch (error) {
        // A file that went wrong may have left anything behind in the process.
        await end();
        throw error;
      } finally {
        stopWatching();
      }
    },
  };
};
