import { Worker } from 'node:worker_threads';
import {
  type DiskRead,
  type DiskReadAnswer,
  type DiskReadTask,
  taskPatience,
} from './disk-reads-protocol.ts';

/** Milliseconds that a read may take, in the mean of the last ones: what is slower than memory is read faster by several threads. */
const usual = 0.5;
/** Weight of the last task in the moving average. */
const weightOfLast = 0.1;
/** Milliseconds for which the thread gets no reads after that. */
const restFor = 1_000;
/** Milliseconds without work after which the thread ends: it takes some 8 MiB. */
const keptFor = 60_000;

/** Reads by a thread. */
export interface DiskReads {
  /**
   * Fills memory with a file's bytes from `start` on. Never rejects; the memory is not written to afterwards.
   * It does not keep the process alive.
   *
   * @param target memory that threads can share; other memory stays unchanged
   * @returns false where it was not, or only partly, filled: the caller then reads by itself, and gets the
   * error there
   */
  fill(path: string, start: number, target: Buffer): Promise<boolean>;
  /** Ends the thread for good. */
  close(): Promise<void>;
}

interface Asked {
  readonly read: DiskRead;
  readonly answer: (isDone: boolean) => void;
}

/** The thread, as long as it lives. */
class Thread {
  readonly #worker: Worker;
  /** Tasks in the order in which they run. */
  readonly #pending = new Map<number, { readonly asked: readonly Asked[]; readonly since: number }>();
  readonly #gathered: Asked[] = [];
  #last = 0;
  #restsUntil = 0;
  /** Milliseconds of a read, in the mean. */
  #mean = 0;
  #isReady = false;
  readonly #leaving: NodeJS.Timeout;

  /** @param onEnd called once, with the error by which it ended, if any */
  constructor(script: URL, onEnd: (error: unknown) => void) {
    this.#worker = new Worker(script);
    let failure: unknown;
    this.#worker.once('online', () => {
      this.#isReady = true;
    });
    this.#worker.on('message', (message: DiskReadAnswer) => this.#hear(message));
    this.#worker.once('error', (error) => {
      failure = error;
    });
    this.#worker.once('exit', () => {
      clearTimeout(this.#leaving);
      this.#isReady = false;
      // Callers are answered only now: until then it may have written to their memory.
      for (const { asked } of this.#pending.values()) for (const { answer } of asked) answer(false);
      for (const { answer } of this.#gathered.splice(0)) answer(false);
      onEnd(failure);
    });
    // A waiting caller has an open connection, which keeps the process alive.
    this.#worker.unref();
    this.#leaving = setTimeout(() => void this.end(), keptFor).unref();
  }

  /** Tells whether it would answer at once: it reads one file after the other, and a slow one delays all. */
  get isFree(): boolean {
    if (!this.#isReady) return false;
    const now = performance.now();
    const [oldest] = this.#pending.values();
    return now >= this.#restsUntil && (oldest === undefined || now - oldest.since < taskPatience);
  }
  ask(asked: Asked): void {
    // Reads of the same tick go as one message: waking the thread costs more than reading.
    if (this.#gathered.length === 0) process.nextTick(() => this.#send());
    this.#gathered.push(asked);
  }
  async end(): Promise<void> {
    this.#isReady = false;
    await this.#worker.terminate();
  }

  #send(): void {
    const asked = this.#gathered.splice(0);
    if (asked.length === 0) return;
    this.#last += 1;
    this.#pending.set(this.#last, { asked, since: performance.now() });
    const task: DiskReadTask = { id: this.#last, reads: asked.map(({ read }) => read) };
    this.#worker.postMessage(task, []);
  }
  #hear({ id, failed, milliseconds }: DiskReadAnswer): void {
    this.#leaving.refresh();
    const asked = this.#pending.get(id)?.asked ?? [];
    this.#pending.delete(id);
    this.#mean += (milliseconds / Math.max(1, asked.length) - this.#mean) * weightOfLast;
    if (milliseconds > taskPatience || this.#mean > usual) {
      this.#restsUntil = performance.now() + restFor;
      this.#mean = 0;
    }
    for (const [index, { answer }] of asked.entries()) answer(!failed.includes(index));
  }
}

/**
 * Reads small files and short spans in a thread. Opening and closing are most of their cost, and a libuv call
 * each would cost the event loop more than the read itself. The thread is meant for files in the page cache. It
 * starts on first use, and gets no reads before it runs, while a task takes long, and for a second after a slow
 * one: they would wait as well. If it fails, callers read without it.
 *
 * @param onError receives the failure once
 * @param script the thread's code
 */
export const createDiskReads = (
  onError: (error: unknown) => void,
  script = new URL('./disk-reads-worker.ts', import.meta.url),
): DiskReads => {
  let thread: Thread | undefined;
  let isOver = false;
  const fail = (error: unknown): void => {
    isOver = true;
    onError(error);
  };
  const start = (): void => {
    try {
      thread = new Thread(script, (error) => {
        thread = undefined;
        if (error !== undefined) fail(error);
      });
    } catch (error) {
      // The system has no thread for it.
      fail(error);
    }
  };
  return {
    fill: (path, from, target) => {
      const { buffer: memory, byteOffset: offset, length } = target;
      if (isOver || !(memory instanceof SharedArrayBuffer)) return Promise.resolve(false);
      if (thread === undefined) start();
      if (thread?.isFree !== true) return Promise.resolve(false);
      const { promise, resolve: answer } = Promise.withResolvers<boolean>();
      thread.ask({ read: { path, start: from, memory, offset, length }, answer });
      return promise;
    },
    close: async () => {
      isOver = true;
      await thread?.end();
    },
  };
};
