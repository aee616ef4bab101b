import type { ConflictChoice, Item } from '@holdall/contract/files';
import type { FillRandom } from './chunk-plan.ts';
import { uploadEntry, type EntryUploadDeps } from './entry-upload.ts';
import type { FileUploadHooks } from './file-upload.ts';
import { createFolderUploads } from './folder-uploads.ts';
import { UploadStopped } from './transfer-error.ts';
import { createTransferRate } from './transfer-rate.ts';
import { createUploadEntries, isInFolder } from './upload-entries.ts';
import {
  isRetryable,
  isSettled,
  type ClashChoice,
  type ExistingItem,
  type UploadEntry,
  type UploadFailure,
  type UploadSource,
} from './upload-entry.ts';
import { typeOf } from './upload-rules.ts';
import { summarise, type UploadSnapshot } from './upload-snapshot.ts';

export type UploadQueueEvent =
  /** Something that a snapshot shows is different. */
  | { readonly type: 'changed' }
  | { readonly type: 'item'; readonly item: Item }
  /** A dropped or chosen folder is through, or was cancelled: the listing and the tree are out of date. */
  | { readonly type: 'folder-end'; readonly parentId: string | null }
  /** Below this parent something was cancelled that may have arrived, or replaced: only the server can tell. */
  | { readonly type: 'folder-changed'; readonly parentId: string | null }
  | { readonly type: 'failed'; readonly failures: readonly UploadFailure[] };

/** What an entry of the queue stands for, as others may keep it. */
export interface QueuedUpload {
  readonly id: number;
  readonly uploadName: string;
  readonly onConflict: ConflictChoice;
  readonly entry: UploadEntry;
  /** Absent where the entry is an empty folder. */
  readonly file: File | undefined;
}

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
  /**
   * Stops at once and forgets every entry and every open batch, without a word to the server: whoever
   * began them is no longer the one who would ask it.
   */
  abandon(): void;
  retry(id: number): void;
  retryAll(): void;
  /**
   * Says what becomes of an entry whose name is taken; with `forAll`, of all that came with it as well, whether
   * they wait for an answer already or will meet a taken name later.
   */
  answer(id: number, choice: ClashChoice, forAll: boolean): void;
  /** What is not settled, and what has failed. */
  unfinished(): QueuedUpload[];
  /** Forgets what is done and what has failed. */
  clear(): void;
  snapshot(): UploadSnapshot;
}

/** What would end every further upload as well: the rest is not even tried. */
const endsAll: readonly UploadFailure['reason'][] = ['signed_out', 'disabled'];

/** A folder is never sent to the trash for a file. */
const isPossible = (choice: ClashChoice, existing: ExistingItem | undefined): boolean =>
  choice !== 'replace' || existing?.type !== 'folder';

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
  const changed = (): void => emit({ type: 'changed' });
  const entries = createUploadEntries({ random, rules, onChange: changed });
  const rate = createTransferRate();
  /** Entries instead of bytes. */
  const pace = createTransferRate();
  const folders = createFolderUploads((parentId) => emit({ type: 'folder-end', parentId }));
  const waiting = new Set<number>();
  let current: { readonly id: number; readonly controller: AbortController } | undefined;
  /** What was said for all that came together. */
  const answers = new Map<number, ClashChoice>();
  /** Those that somebody wants tried again after all: what was said for all of them holds no longer. */
  const wantedAgain = new Set<number>();
  let offline = false;

  const settle = (id: number, change: Partial<UploadEntry>): void => {
    entries.update(id, change);
    folders.settled(entries.sourceOf(id)?.batch);
  };

  const fail = (id: number, failure: UploadFailure): void => {
    settle(id, { state: 'failed', failure, sent: 0 });
    emit({ type: 'failed', failures: [failure] });
  };

  const forgetOnServer = (id: number): void => {
    const source = entries.sourceOf(id);
    const entry = entries.get(id);
    if (source?.begun !== true || entry === undefined) return;
    source.begun = false;
    const { parentId } = entry;
    const tell = (): void => emit({ type: 'folder-changed', parentId });
    // Best effort: what is left behind, the server clears away by itself. What it may have stored
    // shows once it has answered, however it answers.
    transport
      .forget(source.uploadName)
      .catch(() => undefined)
      .finally(source.mayHaveArrived ? tell : undefined);
  };

  const hooksFor = (id: number, signal: AbortSignal): FileUploadHooks => {
    let sent = 0;
    return {
      signal,
      onSent(bytes) {
        const size = entries.get(id)?.size ?? 0;
        if (bytes > sent) rate.record(bytes - sent, clock.now());
        sent = bytes;
        entries.update(id, { state: bytes >= size ? 'processing' : 'uploading', sent: bytes });
      },
      onLastPart() {
        const source = entries.sourceOf(id);
        if (source !== undefined) source.mayHaveArrived = true;
      },
      onFailures: (failures, pauseMs) =>
        entries.update(
          id,
          failures > 0 ? { state: 'retrying', failures, retryAt: Date.now() + pauseMs } : { failures },
        ),
      onOffline(isOffline) {
        offline = isOffline;
        changed();
      },
    };
  };

  /** Fails those that wait as well, or those of so many bytes and more: they would meet the same answer. */
  const failRest = (failure: UploadFailure, atLeast = 0): void => {
    for (const id of waiting) {
      if ((entries.get(id)?.size ?? 0) < atLeast) continue;
      waiting.delete(id);
      settle(id, { state: 'failed', failure });
    }
  };

  const decide = (id: number, choice: ClashChoice): void => {
    forgetOnServer(id);
    if (choice === 'skip') return settle(id, { state: 'skipped', sent: 0 });
    entries.decide(id, choice === 'replace' ? 'replace' : 'rename');
    waiting.add(id);
  };

  const ask = (id: number, batch: number, existing: ExistingItem): void => {
    const source = entries.sourceOf(id);
    // It was refused, so nothing of it has arrived.
    if (source !== undefined) source.mayHaveArrived = false;
    const answer = wantedAgain.delete(id) ? undefined : answers.get(batch);
    if (answer === undefined || !isPossible(answer, existing))
      entries.update(id, { state: 'asking', sent: 0, existing });
    else decide(id, answer);
  };

  const runOne = async (entry: UploadEntry, controller: AbortController): Promise<void> => {
    const source = entries.sourceOf(entry.id);
    if (source === undefined) return;
    entries.update(entry.id, { state: 'uploading' });
    try {
      const item = await uploadEntry(deps, entry, { ...hooksFor(entry.id, controller.signal), source });
      if (controller.signal.aborted) return;
      // The server may have given it another name.
      const { name } = item.data.attributes;
      settle(entry.id, { state: 'done', name, sent: entry.size, failures: 0 });
      pace.record(1, clock.now());
      entries.release(entry.id);
      emit({ type: 'item', item });
      // What it has replaced has left the folder.
      if (source.onConflict === 'replace')
        emit({ type: 'folder-changed', parentId: item.data.attributes.parent_id });
    } catch (error) {
      if (controller.signal.aborted) return;
      const failure = failureFrom(error, entry);
      const existing = error instanceof UploadStopped ? error.existing : undefined;
      // Without it the name that is taken is that of a folder on the way, about which no answer helps.
      if (failure.reason === 'name_taken' && source.onConflict !== 'rename' && existing !== undefined) {
        ask(entry.id, source.batch, existing);
        return;
      }
      fail(entry.id, failure);
      if (endsAll.includes(failure.reason)) failRest(failure);
      // What is smaller may still fit.
      else if (failure.reason === 'out_of_space') failRest(failure, entry.size);
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

  const begin = (entry: UploadEntry, batch: number): void => {
    folders.admitted(batch, isInFolder(entry));
    waiting.add(entry.id);
    void run();
  };

  const drop = (id: number): void => {
    forgetOnServer(id);
    waiting.delete(id);
    entries.remove(id);
  };

  const dropSettled = (states: readonly UploadEntry['state'][]): void => {
    for (const { id, state } of entries.list()) if (states.includes(state)) drop(id);
    changed();
  };

  const cancelOne = (id: number): void => {
    const batch = entries.sourceOf(id)?.batch;
    const entry = entries.get(id);
    const isPending = entry !== undefined && !isSettled(entry);
    if (current?.id === id) current.controller.abort();
    drop(id);
    if (isPending) folders.settled(batch);
  };

  const retry = (id: number): void => {
    const source = entries.sourceOf(id);
    const wasSkipped = entries.get(id)?.state === 'skipped';
    if (source === undefined || !entries.renew(id)) return;
    if (wasSkipped) wantedAgain.add(id);
    const entry = entries.get(id);
    if (entry !== undefined) begin(entry, source.batch);
  };

  const snapshot = (): UploadSnapshot => {
    const now = clock.now();
    return summarise(entries.list(), {
      speed: rate.perSecond(now),
      pace: pace.perSecond(now),
      offline,
      reading: folders.isReading(),
    });
  };

  return {
    open(parentId) {
      if (!snapshot().active) dropSettled(['done', 'skipped']);
      const batch = folders.open(parentId);
      return {
        add(added) {
          if (folders.isCancelled(batch)) return;
          const failures: UploadFailure[] = [];
          for (const source of added) {
            const entry = entries.admit(source, { parentId, batch, onConflict: 'refuse' });
            if (entry.failure === undefined) begin(entry, batch);
            else failures.push(entry.failure);
          }
          changed();
          if (failures.length > 0) emit({ type: 'failed', failures });
        },
        close: () => folders.close(batch),
        isCancelled: () => folders.isCancelled(batch),
      };
    },
    cancel(id) {
      const entry = entries.get(id);
      if (entry === undefined || isSettled(entry)) return;
      cancelOne(id);
      changed();
    },
    cancelAll() {
      folders.cancelAll();
      for (const id of entries.ids()) cancelOne(id);
      rate.reset();
      changed();
    },
    abandon() {
      current?.controller.abort();
      waiting.clear();
      answers.clear();
      wantedAgain.clear();
      folders.abandon();
      entries.clear();
      rate.reset();
      changed();
    },
    retry,
    retryAll() {
      for (const { id, state } of entries.list()) if (state === 'failed') retry(id);
      changed();
    },
    answer(id, choice, forAll) {
      const batch = entries.sourceOf(id)?.batch;
      if (batch === undefined || entries.get(id)?.state !== 'asking') return;
      if (forAll) answers.set(batch, choice);
      for (const other of entries.list())
        if (
          other.state === 'asking' &&
          (other.id === id || (forAll && entries.sourceOf(other.id)?.batch === batch)) &&
          isPossible(choice, other.existing)
        )
          decide(other.id, choice);
      void run();
      changed();
    },
    unfinished: () =>
      entries.list().flatMap((entry) => {
        const source = entries.sourceOf(entry.id);
        if (source === undefined || entry.state === 'done' || entry.state === 'skipped') return [];
        // Nobody need go on with what would be refused again.
        if (entry.failure !== undefined && !isRetryable(entry)) return [];
        const { uploadName, onConflict, file } = source;
        return [{ id: entry.id, uploadName, onConflict, entry, file }];
      }),
    clear: () => dropSettled(['done', 'skipped', 'failed']),
    snapshot,
  };
}
