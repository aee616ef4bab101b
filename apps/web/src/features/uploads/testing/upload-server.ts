import type { Item } from '@holdall/contract/files';
import { ApiError } from '#shared/api/api-error.ts';
import { nameOf, type ExistingItem } from '../upload-entry.ts';
import type { BatchHooks, SendAnswer, SendHooks, UploadJob, UploadTransport } from '../upload-transport.ts';
import type { UploadPart } from '../chunk-plan.ts';

/** A fault of a request: before it arrives, or after some of its bytes have. */
export type Fault =
  | {
      readonly kind: 'refuse';
      readonly status: number;
      readonly code?: string;
      readonly message?: string;
      readonly existing?: ExistingItem & { readonly id: string };
    }
  /** The connection breaks after this many bytes, which the server keeps. */
  | { readonly kind: 'break'; readonly after: number }
  /** The server performs the request, and its answer is lost. */
  | { readonly kind: 'lose-answer' }
  /** The whole batch is refused. */
  | { readonly kind: 'refuse-batch'; readonly status: number };

export interface UploadServer {
  readonly transport: UploadTransport;
  /** The stored content by path; undefined for a folder. */
  readonly stored: Map<string, string | undefined>;
  /** Every request in short: `whole a.txt 0-5`, `batch a.txt b.txt`, `status`, `forget`, `folder Trip`. */
  readonly log: string[];
  /** The jobs of all sends. */
  readonly jobs: UploadJob[];
  /** Gives the server the beginning of an upload. */
  keep(uploadName: string, content: string): void;
  /** The number of sends under way, and its maximum. */
  readonly load: { now: number; most: number };
  /** The faults of the next sends; undefined is none. */
  readonly faults: (Fault | undefined)[];
  /** Makes the next sends wait after their last byte, until `release`. */
  hold(): void;
  release(): void;
}

export const itemNamed = (name: string, type: 'file' | 'folder' = 'file'): Item => ({
  data: {
    id: '01920000-0000-7000-8000-000000000000',
    type,
    attributes: {
      name,
      color: null,
      emoji: null,
      parent_id: null,
      size: null,
      mimetype: null,
      category: null,
      file_url: null,
      thumbnail: null,
      created_at: '2026-11-21T00:00:00.000Z',
      modified_at: '2026-11-21T00:00:00.000Z',
      deleted_at: null,
    },
    relationships: { shared: null },
  },
});

const refusal = (fault: Extract<Fault, { kind: 'refuse' }>): ApiError =>
  new ApiError({ message: '', ...fault });

const broken = (): ApiError => new ApiError({ status: 0, code: 'network', message: '' });

/** Returns an in-memory server that implements the contract of resumable uploads and fails on request. */
export function createUploadServer(): UploadServer {
  const sessions = new Map<string, string>();
  const finished = new Map<string, Item>();
  const stored = new Map<string, string | undefined>();
  const log: string[] = [];
  const jobs: UploadJob[] = [];
  const load = { now: 0, most: 0 };
  const faults: (Fault | undefined)[] = [];
  let gate: PromiseWithResolvers<void> | undefined;

  const accept = async (job: UploadJob, part: UploadPart, end: number): Promise<SendAnswer> => {
    const done = finished.get(job.uploadName);
    if (done !== undefined) return { item: done };
    const held = sessions.get(job.uploadName) ?? '';
    if (part.start > held.length) {
      throw new ApiError({ status: 409, code: 'upload.gap', message: '', offset: held.length });
    }
    const content = held.slice(0, part.start) + (await job.file.slice(part.start, end).text());
    sessions.set(job.uploadName, content);
    if (end < part.end) throw broken();
    if (!part.isLast) return { offset: content.length };
    const item = itemNamed(nameOf(job.path));
    finished.set(job.uploadName, item);
    sessions.delete(job.uploadName);
    stored.set(job.path, content);
    return { item };
  };

  /** Waits while the server holds its answers. */
  const pass = async (signal: AbortSignal): Promise<void> => {
    if (gate === undefined) return;
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
    await Promise.race([gate.promise, aborted]);
  };

  const sendBatch = async (batch: readonly UploadJob[], { signal, onProgress, onAnswer }: BatchHooks) => {
    log.push(`batch ${batch.map(({ path }) => path).join(' ')}`);
    const [first] = faults;
    if (first?.kind === 'refuse-batch') {
      faults.shift();
      throw new ApiError({ status: first.status, code: 'unreadable', message: '' });
    }
    onProgress(batch.reduce((sum, { file }) => sum + file.size, 0));
    await pass(signal);
    for (const [index, job] of batch.entries()) {
      jobs.push(job);
      const fault = faults.shift();
      if (fault?.kind === 'refuse') {
        onAnswer(index, refusal(fault));
        continue;
      }
      if (fault?.kind === 'break') throw broken();
      const { size } = job.file;
      const answer = await accept(job, { kind: 'whole', start: 0, end: size, isLast: true }, size);
      if (fault?.kind === 'lose-answer') throw broken();
      onAnswer(index, answer);
    }
  };

  /** Counts a request while it is under way. */
  const counted = async <T>(work: () => Promise<T>): Promise<T> => {
    load.now += 1;
    load.most = Math.max(load.most, load.now);
    try {
      return await work();
    } finally {
      load.now -= 1;
    }
  };

  const send = async (job: UploadJob, part: UploadPart, { signal, onProgress }: SendHooks) => {
    log.push(`${part.kind} ${job.path} ${part.start}-${part.end}`);
    jobs.push(job);
    const fault = faults.shift();
    if (fault?.kind === 'refuse') throw refusal(fault);
    const end = fault?.kind === 'break' ? Math.min(part.start + fault.after, part.end) : part.end;
    onProgress(end - part.start);
    await pass(signal);
    const answer = await accept(job, part, end);
    if (fault?.kind === 'lose-answer') throw broken();
    return answer;
  };

  return {
    stored,
    log,
    jobs,
    keep: (uploadName, content) => sessions.set(uploadName, content),
    load,
    faults,
    hold() {
      gate = Promise.withResolvers<void>();
    },
    release() {
      gate?.resolve();
      gate = undefined;
    },
    transport: {
      send: (job, part, hooks) => counted(() => send(job, part, hooks)),
      sendBatch: (batch, hooks) => counted(() => sendBatch(batch, hooks)),
      async offsetOf(uploadName) {
        log.push('status');
        return sessions.get(uploadName)?.length;
      },
      async forget(uploadName) {
        log.push('forget');
        sessions.delete(uploadName);
      },
      async createFolder(path) {
        log.push(`folder ${path}`);
        const fault = faults.shift();
        if (fault?.kind === 'refuse') throw refusal(fault);
        stored.set(path, undefined);
        return itemNamed(nameOf(path), 'folder');
      },
    },
  };
}
