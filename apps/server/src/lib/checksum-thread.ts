import { Worker } from 'node:worker_threads';
import { blockBytes, blockCount, type ChecksumAnswer, type ChecksumTask } from './checksum-blocks.ts';
import { type Checksum, createChecksum, type CreateChecksum, type Sums } from './checksum.ts';

/** Bytes from which a checksum is worth the transfer to the thread and back. */
const largeBytes = 4 * blockBytes;
/** Pieces gathered at most, so that a sender of single bytes cannot pile up a million buffers. */
const gatherPieces = 256;

type Waiting<T> = ReturnType<typeof Promise.withResolvers<T>>;

/** A running thread: the memory that it reads, and the callers that wait for it. */
class Thread {
  readonly #memory = new SharedArrayBuffer(blockCount * blockBytes);
  readonly #worker: Worker;
  readonly #free = Array.from({ length: blockCount }, (_, block) => block);
  readonly #forBlock: Waiting<number>[] = [];
  readonly #forSums = new Map<number, Waiting<Sums>>();
  readonly #forgotten = new FinalizationRegistry<number>((id) => this.post({ kind: 'forget', id }));
  #last = 0;
  #failure: Error | undefined;

  /** @param onError receives once the error by which the thread ended */
  constructor(script: URL, onError: (error: unknown) => void) {
    this.#worker = new Worker(script, { workerData: { memory: this.#memory } });
    this.#worker.on('message', (message: ChecksumAnswer) => this.#hear(message));
    this.#worker.once('error', (error) => {
      this.#fail(error instanceof Error ? error : new Error('The thread broke.', { cause: error }));
      onError(error);
    });
    this.#worker.once('exit', () => this.#fail(new Error('The thread of checksums has ended.')));
    // A waiting caller has an open connection, which keeps the process alive; without one the sums are not
    // needed.
    this.#worker.unref();
  }

  get failure(): Error | undefined {
    return this.#failure;
  }
  post(task: ChecksumTask): void {
    this.#worker.postMessage(task, []);
  }
  /** Returns the id of a checksum, which is forgotten when the checksum is garbage-collected. */
  nameOf(checksum: object): number {
    this.#last += 1;
    this.#forgotten.register(checksum, this.#last);
    return this.#last;
  }
  /** A block to be filled: the promise is that of the next one that is free. */
  take(): number | Promise<number> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const block = this.#free.pop();
    if (block !== undefined) return block;
    const waiting = Promise.withResolvers<number>();
    this.#forBlock.push(waiting);
    return waiting.promise;
  }
  /** The bytes of a block. */
  bytesOf(block: number): Uint8Array {
    return new Uint8Array(this.#memory, block * blockBytes, blockBytes);
  }
  sumsOf(id: number): Promise<Sums> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const waiting = Promise.withResolvers<Sums>();
    this.#last += 1;
    this.#forSums.set(this.#last, waiting);
    this.post({ kind: 'sums', id, question: this.#last });
    return waiting.promise;
  }
  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #hear(message: ChecksumAnswer): void {
    if ('block' in message) {
      const next = this.#forBlock.shift();
      if (next === undefined) this.#free.push(message.block);
      else next.resolve(message.block);
      return;
    }
    this.#forSums.get(message.question)?.resolve(message.sums);
    this.#forSums.delete(message.question);
  }
  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of [...this.#forBlock.splice(0), ...this.#forSums.values()]) reject(this.#failure);
    this.#forSums.clear();
  }
}

/** A checksum that the thread counts: bytes are gathered, and copied to where the thread reads them. */
class ThreadChecksum implements Checksum {
  readonly #thread: Thread;
  readonly #id: number;
  #gathered: Uint8Array[];
  #length: number;

  /** @param from what it is a copy of; undefined: it begins with nothing */
  constructor(thread: Thread, from?: ThreadChecksum) {
    this.#thread = thread;
    this.#id = thread.nameOf(this);
    this.#gathered = from === undefined ? [] : [...from.#gathered];
    this.#length = from === undefined ? 0 : from.#length;
    thread.post({ kind: 'begin', id: this.#id, from: from === undefined ? undefined : from.#id });
  }

  get isLost(): boolean {
    return this.#thread.failure !== undefined;
  }
  update(bytes: Uint8Array): Promise<void> | undefined {
    if (bytes.length === 0) return undefined;
    this.#gathered.push(bytes);
    this.#length += bytes.length;
    return this.#give(this.#gathered.length < gatherPieces ? blockBytes : 1);
  }
  taken(): Promise<void> | undefined {
    return this.#give(1);
  }
  copy(): Checksum {
    return new ThreadChecksum(this.#thread, this);
  }
  async sums(): Promise<Sums> {
    await this.taken();
    return this.#thread.sumsOf(this.#id);
  }

  /** Brings bytes to the thread as long as there are so many. */
  #give(atLeast: number): Promise<void> | undefined {
    while (this.#length >= atLeast) {
      const block = this.#thread.take();
      if (typeof block !== 'number')
        return block.then((free) => {
          this.#fill(free);
          return this.#give(atLeast);
        });
      this.#fill(block);
    }
    return undefined;
  }

  /** Brings as many of the gathered bytes to the thread as a block holds. */
  #fill(block: number): void {
    const target = this.#thread.bytesOf(block);
    let length = 0;
    let whole = 0;
    for (const piece of this.#gathered) {
      const part = piece.subarray(0, target.length - length);
      target.set(part, length);
      length += part.length;
      if (part.length < piece.length) {
        this.#gathered[whole] = piece.subarray(part.length);
        break;
      }
      whole += 1;
    }
    this.#gathered = this.#gathered.slice(whole);
    this.#length -= length;
    this.#thread.post({ kind: 'update', id: this.#id, block, length });
  }
}

export interface ChecksumThread {
  /** The thread computes checksums of many bytes; small ones are computed by the caller. */
  readonly create: CreateChecksum;
  /** Ends the thread; no checksum may be in use any more. */
  close(): Promise<void>;
}

/**
 * Computes checksums of large files in a thread, off the event loop, which moves the bytes: they take half of
 * the time of an upload there. The thread starts on first use. If it fails, its checksums are lost, and later
 * ones are computed without it.
 *
 * @param onError receives the failure
 * @param script the thread's code
 */
export const createChecksumThread = (
  onError: (error: unknown) => void,
  script = new URL('./checksum-worker.ts', import.meta.url),
): ChecksumThread => {
  const start = (): Thread | undefined => {
    try {
      return new Thread(script, onError);
    } catch (error) {
      // The system has no thread for it.
      onError(error);
      return undefined;
    }
  };
  let started: { readonly thread: Thread | undefined } | undefined;
  return {
    create: (expected) => {
      if (expected < largeBytes) return createChecksum(expected);
      started ??= { thread: start() };
      const { thread } = started;
      return thread === undefined || thread.failure !== undefined
        ? createChecksum(expected)
        : new ThreadChecksum(thread);
    },
    close: async () => {
      await started?.thread?.end();
    },
  };
};
