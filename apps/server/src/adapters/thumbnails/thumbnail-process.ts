import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, copyFile, link, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { constants as os, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import {
  type DecoderSandbox,
  decoderEnvironment,
  givenFolder,
  infoDescriptor,
  openHome,
  workFolder,
} from '#adapters/thumbnails/decoder-sandbox.ts';
import { TooManyPixelsError, UnpicturableError } from '#ports/thumbnailer.ts';
import { maxCopiedBytes, maxFileMs, maxWorkerBytes } from './worker/bounds.ts';
import type { Answer, Made, Request } from './worker/protocol.ts';

const main = fileURLToPath(new URL('./worker/main.ts', import.meta.url));
/** Behind requests, which are waited for. */
const niceness = 19;
const watchEveryMs = 100;
/** The limit of the JavaScript heap; images are outside of it. */
const heapMebibytes = 128;

/** A request whose file is anywhere on this machine. */
export type WorkerRequest = Omit<Request, 'id' | 'folder'>;

/** A process that makes pictures, one file at a time. */
export interface WorkerProcess {
  readonly pid: number;
  /** @throws UnpicturableError, or the signal's reason; after any rejection the process is gone */
  ask(request: WorkerRequest, signal: AbortSignal): Promise<Made>;
  /** Kills it and all that it started. */
  end(): Promise<void>;
}

/** Resident bytes; undefined where the system does not report them. */
const residentBytes = async (pid: number): Promise<number | undefined> => {
  try {
    const [, kibibytes] = /^VmRSS:\s*(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
  } catch {
    return undefined;
  }
};

const spawnWorker = (sandbox: DecoderSandbox, home: string): ChildProcess => {
  const node = [
    process.execPath,
    `--max-old-space-size=${heapMebibytes}`,
    '--disable-warning=ExperimentalWarning',
    main,
  ];
  const [command = '', ...args] = sandbox.wrap(node, home);
  return spawn(command, args, {
    cwd: join(home, workFolder),
    env: decoderEnvironment(home),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', ...(sandbox.isAround ? (['pipe'] as const) : [])],
    serialization: 'advanced',
    // The leader of a group of its own, so that what it starts can be ended with it.
    detached: true,
  });
};

const info = z.object({ 'child-pid': z.int().positive() });
/** The process id within a sandbox, as the sandbox reports it. */
const pidWithin = async (child: ChildProcess): Promise<number> => {
  let text = '';
  for await (const piece of child.stdio[infoDescriptor] as Readable) {
    text += String(piece);
    if (text.includes('}')) break;
  }
  return info.parse(JSON.parse(text))['child-pid'];
};

/**
 * Shows a decoder the file at `path` as `target`, which it cannot change. A second name costs nothing; a copy is made
 * where the file system has none, or is another.
 */
const give = async (path: string, target: string): Promise<void> => {
  try {
    await link(path, target);
  } catch {
    if ((await stat(path)).size > maxCopiedBytes)
      throw new UnpicturableError('The file is too large to be copied.');
    await copyFile(path, target, constants.COPYFILE_FICLONE);
  }
};

/** A sandbox reports the signal that ended its child as shells do. */
const endOf = ({ signalCode, exitCode }: ChildProcess): string =>
  signalCode ?? (exitCode === 128 + os.signals.SIGKILL ? 'SIGKILL' : String(exitCode));

const failureOf = (answer: Extract<Answer, { unpicturable: string }>): UnpicturableError =>
  answer.hasTooManyPixels
    ? new TooManyPixelsError(answer.unpicturable)
    : new UnpicturableError(answer.unpicturable);

/** Bounds after which the process of a file is killed; they replace the defaults. */
export interface Bounds {
  readonly milliseconds?: number;
  /** Resident memory. */
  readonly bytes?: number;
}

export interface WorkerOptions {
  readonly sandbox: DecoderSandbox;
  /** The folder of its temporary files. */
  readonly folder: string;
  readonly bounds: Bounds;
}

const yieldToOthers = (pid: number): void => {
  try {
    setPriority(pid, niceness);
  } catch {
    // It has ended already, which the first request will notice.
  }
};

interface Started {
  readonly child: ChildProcess;
  /** Resolves at its end. */
  readonly exited: Promise<unknown>;
  /** The process that decodes, within a sandbox if there is one. */
  readonly pid: number;
}

const startIn = async (home: string, sandbox: DecoderSandbox): Promise<Started> => {
  const child = spawnWorker(sandbox, home);
  const exited = once(child, 'exit');
  exited.catch(() => undefined);
  await once(child, 'spawn');
  child.on('error', () => undefined);
  try {
    yieldToOthers(child.pid ?? 0);
    const pid = sandbox.isAround ? await pidWithin(child) : (child.pid ?? 0);
    yieldToOthers(pid);
    return { child, exited, pid };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
};

/** Starts a worker process. @throws where the system refuses one */
export const startWorker = async ({ sandbox, folder, bounds }: WorkerOptions): Promise<WorkerProcess> => {
  const home = await openHome(folder);
  const { child, exited, pid } = await startIn(home, sandbox).catch(async (error: unknown) => {
    await rm(home, { recursive: true, force: true });
    throw error;
  });
  // The process and its channel do not keep the server alive.
  child.unref();
  child.channel?.unref();
  let lastId = 0;

  const kill = (): void => {
    try {
      // All processes of a sandbox end with its first one, which waits for the second.
      process.kill(sandbox.isAround ? pid : -pid, 'SIGKILL');
    } catch {
      child.kill('SIGKILL');
    }
  };
  const end = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      // Waiting for its end keeps the server alive until it comes.
      child.ref();
      kill();
      await exited;
    }
    await rm(home, { recursive: true, force: true });
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
        reject(new Error(`The thumbnail process ended with ${endOf(child)}.`));
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
    ask: async (asked, signal) => {
      lastId += 1;
      const given = join(home, givenFolder, 'source');
      const work = await mkdtemp(join(home, workFolder, 'file-'));
      const path = sandbox.isAround ? given : asked.path;
      const request = { ...asked, path, folder: work, id: lastId };
      const { promise: crossed, reject: cross } = Promise.withResolvers<never>();
      crossed.catch(() => undefined);
      const stopWatching = watch(request, signal, cross);
      try {
        if (sandbox.isAround) await give(asked.path, given);
        const answer = await Promise.race([answerTo(request), crossed]);
        if ('unpicturable' in answer) throw failureOf(answer);
        await Promise.all([rm(given, { force: true }), rm(work, { recursive: true })]);
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
