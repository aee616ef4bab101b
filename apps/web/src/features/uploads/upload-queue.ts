import type { Item } from '@holdall/contract/files';
import { uploadNameFor, type FillRandom } from './chunk-plan.ts';
import { uploadEntry, type EntrySource, type EntryUploadDeps } from './entry-upload.ts';
import type { FileUploadHooks } from './file-upload.ts';
import { createFolderUploads } from './folder-uploads.ts';
import { UploadStopped } from './transfer-error.ts';
import { createTransferRate } from './transfer-rate.ts';
import {
  isRetryable,
  nameOf,
  type UploadEntry,
  type UploadFailure,
  type UploadSource,
} from './upload-entry.ts';
import { refusalOf, typeOf } from './upload-rules.ts';
import { summarise, type UploadSnapshot } from './upload-snapshot.ts';

export type UploadQueueEvent =
  /** Something that a snapshot shows is different. */
  | { readonly type: 'changed' }
  | { readonly type: 'item'; readonly item: Item }
  /** A dropped or chosen folder is through, or was cancelled: the listing and the tree are out of date. */
  | { readonly type: 'folder-end'; readonly parentId: string | null }
  | { readonly type: 'failed'; readonly failures: readonly UploadFailure[] };

export interface UploadQueueDeps extends EntryUploadDeps {
  readonly random: FillRandom;
  readonly emit: (event: UploadQueueEvent) => void;
}

/** Files that belong together: one drop, one choice. It stays open while its folders are being read. */
export interface UploadBatch {
  add(sources: readonly UploadSource[]): void;
  close(): void;
  /** Whether the user has cancelled: nothing more is taken. */
  isCancelled(): boolean;
}

export interface UploadQueue {
  open(parentId: string | null): UploadBatch;
  /** Cancels one entry that waits or is on its way. */
  cancel(id: number): void;
  /** Cancels all that waits or is on its way, and forgets every entry. */
  cancelAll(): void;
  retry(id: number): void;
  retryAll(): void;
  /** Forgets what is done and what has failed. */
  clear(): void;
  snapshot(): UploadSnapshot;
}

/** What would end every further upload as well: the rest is not even tried. */
const endsAll: readonly UploadFailure['reason'][] = ['signed_out', 'out_of_space', 'disabled'];

const failureFrom = (error: unknown, entry: UploadEntry): UploadFailure => {
  if (!(error instanceof UploadStopped)) return { reason: 'refused', detail: '' };
  const { reason, detail } = error.failure;
  // A server that refuses a type does not name it.
  return { reason, detail: reason === 'blocked_type' ? detail || typeOf(entry) : detail };
};

/**
 * The upload queue of the specification's section 4: files go up one at a time, in the order in which
 * they came; a file that fails for good is marked and the next begins.
 */
export function createUploadQueue(deps: UploadQueueDeps): UploadQueue {
  const { transport, clock, random, rules, emit } = deps;
  const entries = new Map<number, UploadEntry>();
  const sources = new Map<number, EntrySource>();
  const rate = createTransferRate();
  const folders = createFolderUploads((parentId) => emit({ type: 'folder-end', parentId }));
  const waiting = new Set<number>();
  let lastId = 0;
  let current: { readonly id: number; readonly controller: AbortController } | undefined;
  let offline = false;

  const changed = (): void => emit({ type: 'changed' });

  const update = (id: number, change: Partial<UploadEntry>): void => {
    const entry = entries.get(id);
    if (entry === undefined) return;
    entries.set(id, { ...entry, ...change });
    changed();
  };

  const settle = (id: number, change: Partial<UploadEntry>): void => {
    update(id, change);
    folders.settled(sources.get(id)?.batch);
  };

  const fail = (id: number, failure: UploadFailure): void => {
    settle(id, { state: 'failed', failure, sent: 0 });
    emit({ type: 'failed', failures: [failure] });
  };

  const forgetOnServer = (source: EntrySource | undefined): void => {
    // Best effort: what is left behind, the server clears away by itself.
    if (source?.begun === true) transport.forget(source.uploadName).catch(() => undefined);
  };

  const hooksFor = (id: number, signal: AbortSignal): FileUploadHooks => {
    let sent = 0;
    return {
      signal,
      onSent(bytes) {
        const size = entries.get(id)?.size ?? 0;
        if (bytes > sent) rate.record(bytes - sent, clock.now());
        sent = bytes;
        update(id, { state: bytes >= size ? 'processing' : 'uploading', sent: bytes });
      },
      onFailures: (failures) => update(id, failures > 0 ? { state: 'retrying', failures } : { failures }),
      onOffline(isOffline) {
        offline = isOffline;
        changed();
      },
    };
  };

  const failRest = (failure: UploadFailure): void => {
    for (const id of waiting) settle(id, { state: 'failed', failure });
    waiting.clear();
  };

  const runOne = async (entry: UploadEntry, controller: AbortController): Promise<void> => {
    const source = sources.get(entry.id);
    if (source === undefined) return;
    update(entry.id, { state: 'uploading' });
    try {
      const item = await uploadEntry(deps, entry, { ...hooksFor(entry.id, controller.signal), source });
      if (controller.signal.aborted) return;
      settle(entry.id, { state: 'done', sent: entry.size, failures: 0 });
      sources.delete(entry.id);
      emit({ type: 'item', item });
    } catch (error) {
      if (controller.signal.aborted) return;
      const failure = failureFrom(error, entry);
      fail(entry.id, failure);
      if (endsAll.includes(failure.reason)) failRest(failure);
    }
  };

  const run = async (): Promise<void> => {
    if (current !== undefined) return;
    for (;;) {
      const [id] = waiting;
      const entry = id === undefined ? undefined : entries.get(id);
      if (entry === undefined) break;
      waiting.delete(entry.id);
      const controller = new AbortController();
      current = { id: entry.id, controller };
      await runOne(entry, controller);
      current = undefined;
      offline = false;
    }
    if (waiting.size === 0) rate.reset();
    changed();
  };

  const begin = (id: number): void => {
    waiting.add(id);
    void run();
  };

  const admit = (source: UploadSource, parentId: string | null, batch: number): UploadFailure | undefined => {
    lastId += 1;
    const id = lastId;
    const file = source.kind === 'file' ? source.file : undefined;
    const name = nameOf(source.path);
    const failure: UploadFailure | undefined =
      source.kind === 'unreadable' ? { reason: 'unreadable', detail: '' } : file && refusalOf(file, rules());
    const kind = source.kind === 'folder' ? 'folder' : 'file';
    const facts = {
      id,
      kind,
      name,
      path: source.path,
      parentId,
      size: file?.size ?? 0,
      type: file?.type ?? '',
    } as const;
    entries.set(id, {
      ...facts,
      sent: 0,
      failures: 0,
      ...(failure === undefined ? { state: 'waiting' } : { state: 'failed', failure }),
    });
    if (failure !== undefined) return failure;
    sources.set(id, { file, batch, uploadName: uploadNameFor(name, random), begun: false });
    folders.admitted(batch, kind === 'folder' || source.path.includes('/'));
    begin(id);
    return undefined;
  };

  const drop = (id: number): void => {
    waiting.delete(id);
    entries.delete(id);
    sources.delete(id);
  };

  const dropSettled = (states: readonly UploadEntry['state'][]): void => {
    for (const [id, entry] of entries) {
      if (!states.includes(entry.state)) continue;
      forgetOnServer(sources.get(id));
      drop(id);
    }
    changed();
  };

  const cancelOne = (id: number): void => {
    const source = sources.get(id);
    const isPending = waiting.has(id) || current?.id === id;
    if (current?.id === id) current.controller.abort();
    forgetOnServer(source);
    drop(id);
    if (isPending) folders.settled(source?.batch);
  };

  const retry = (id: number): void => {
    const entry = entries.get(id);
    const source = sources.get(id);
    if (entry?.state !== 'failed' || source === undefined || !isRetryable(entry)) return;
    const { failure: _, ...rest } = entry;
    entries.set(id, { ...rest, state: 'waiting', sent: 0, failures: 0 });
    folders.admitted(source.batch, entry.kind === 'folder' || entry.path.includes('/'));
    begin(id);
  };

  const snapshot = (): UploadSnapshot => {
    const speed = rate.perSecond(clock.now());
    return summarise([...entries.values()], { speed, offline, reading: folders.isReading() });
  };

  return {
    open(parentId) {
      if (!snapshot().active) dropSettled(['done']);
      const batch = folders.open(parentId);
      return {
        add(added) {
          if (folders.isCancelled(batch)) return;
          const failures = added
            .map((source) => admit(source, parentId, batch))
            .filter((f) => f !== undefined);
          changed();
          if (failures.length > 0) emit({ type: 'failed', failures });
        },
        close: () => folders.close(batch),
        isCancelled: () => folders.isCancelled(batch),
      };
    },
    cancel(id) {
      const state = entries.get(id)?.state;
      if (state === undefined || state === 'done' || state === 'failed') return;
      cancelOne(id);
      changed();
    },
    cancelAll() {
      folders.cancelAll();
      for (const id of entries.keys()) cancelOne(id);
      rate.reset();
      changed();
    },
    retry,
    retryAll() {
      for (const id of entries.keys()) retry(id);
      changed();
    },
    clear: () => dropSettled(['done', 'failed']),
    snapshot,
  };
}
