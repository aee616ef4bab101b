import {
  type Bounds,
  startWorker,
  type WorkerProcess,
  type WorkerRequest,
} from '#adapters/thumbnails/thumbnail-process.ts';
import type { DecoderSandbox } from '#adapters/thumbnails/decoder-sandbox.ts';
import type { Made } from './worker/protocol.ts';

/** An idle process is ended after so long: its memory is worth more than its start. */
const idleMs = 15_000;
/** Files after which a process is replaced by a fresh one. */
const filesPerProcess = 200;

interface Pooled {
  readonly worker: WorkerProcess;
  files: number;
  idle: NodeJS.Timeout | undefined;
}

export interface WorkerPool {
  /** Runs a request in a process; after any rejection that process is gone. */
  ask(request: WorkerRequest, signal: AbortSignal): Promise<Made>;
  /** The processes that there are now. */
  pids(): number[];
  /** Ends them all. */
  close(): Promise<void>;
}

export interface WorkerPoolOptions {
  readonly sandbox: () => Promise<DecoderSandbox>;
  /** The folder of the processes' temporary files. */
  readonly folder: string;
  readonly bounds: Bounds;
}

/** A pool of processes, started on demand and ended when idle. The callers bound their number. */
export const createWorkerPool = ({ sandbox, folder, bounds }: WorkerPoolOptions): WorkerPool => {
  const idle: Pooled[] = [];
  const all = new Set<Pooled>();

  const drop = async (pooled: Pooled): Promise<void> => {
    clearTimeout(pooled.idle);
    const index = idle.indexOf(pooled);
    if (index !== -1) idle.splice(index, 1);
    await pooled.worker.end();
    all.delete(pooled);
  };
  const take = async (): Promise<Pooled> => {
    const rested = idle.pop();
    clearTimeout(rested?.idle);
    if (rested !== undefined) return rested;
    const pooled = {
      worker: await startWorker({ sandbox: await sandbox(), folder, bounds }),
      files: 0,
      idle: undefined,
    };
    all.add(pooled);
    return pooled;
  };
  const giveBack = async (pooled: Pooled): Promise<void> => {
    pooled.files += 1;
    if (pooled.files >= filesPerProcess) return drop(pooled);
    idle.push(pooled);
    pooled.idle = setTimeout(() => void drop(pooled), idleMs).unref();
    return undefined;
  };

  return {
    ask: async (request, signal) => {
      const pooled = await take();
      try {
        const made = await pooled.worker.ask(request, signal);
        await giveBack(pooled);
        return made;
      } catch (error) {
        await drop(pooled);
        throw error;
      }
    },
    pids: () => [...all].map(({ worker }) => worker.pid),
    close: async () => {
      await Promise.all([...all].map(drop));
    },
  };
};
