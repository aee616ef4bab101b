import type { Item } from '@holdall/contract/files';
import { uploadEntry, type EntrySource, type EntryUploadDeps } from './entry-upload.ts';
import type { FileUploadHooks } from './file-upload.ts';
import { createTransferRate } from './transfer-rate.ts';
import type { UploadBatching } from './upload-batching.ts';
import type { UploadEntries } from './upload-entries.ts';
import type { UploadEntry } from './upload-entry.ts';
import type { QueueConditions } from './upload-snapshot.ts';

export interface UploadRunnerDeps extends EntryUploadDeps {
  readonly transport: UploadBatching;
  readonly entries: UploadEntries;
  readonly onChange: () => void;
  readonly onDone: (entry: UploadEntry, source: EntrySource, item: Item) => void;
  /** Called when the entry has ended without its item. @param error usually `UploadStopped` */
  readonly onStopped: (entry: UploadEntry, source: EntrySource, error: unknown) => void;
}

/** Sends waiting entries one at a time, in the order in which they were added. */
export interface UploadRunner {
  /** Queues an entry. */
  add(id: number): void;
  /** Removes an entry, even while it is being sent; nothing more is reported of it. */
  drop(id: number): void;
  /** Stops immediately and removes all waiting entries. */
  stop(): void;
  waiting(): readonly number[];
  /** Resets the measured speed. */
  forgetSpeed(): void;
  conditions(): Omit<QueueConditions, 'reading'>;
}

export function createUploadRunner(deps: UploadRunnerDeps): UploadRunner {
  const { clock, transport, entries, onChange, onDone, onStopped } = deps;
  const speed = createTransferRate();
  /** Measures entries instead of bytes. */
  const pace = createTransferRate();
  const waiting = new Set<number>();
  let current: { readonly id: number; readonly controller: AbortController } | undefined;
  let offline = false;

  const hooksFor = (id: number, source: EntrySource, signal: AbortSignal): FileUploadHooks => {
    let sent = 0;
    return {
      signal,
      onSent(bytes) {
        const size = entries.get(id)?.size ?? 0;
        if (bytes > sent) speed.record(bytes - sent, clock.now());
        sent = bytes;
        entries.update(id, { state: bytes >= size ? 'processing' : 'uploading', sent: bytes });
      },
      onServerPart() {
        source.isConfirmed = true;
      },
      onLastPart() {
        source.lastSentAt = transport.begunAt(source.uploadName) ?? Date.now();
      },
      onFailures: (failures, pauseMs) =>
        entries.update(
          id,
          failures > 0 ? { state: 'retrying', failures, retryAt: Date.now() + pauseMs } : { failures },
        ),
      onOffline(isOffline) {
        offline = isOffline;
        onChange();
      },
    };
  };

  const runOne = async (entry: UploadEntry, { signal }: AbortController): Promise<void> => {
    const source = entries.sourceOf(entry.id);
    if (source === undefined) return;
    entries.update(entry.id, { state: 'uploading' });
    try {
      const item = await uploadEntry(deps, entry, { ...hooksFor(entry.id, source, signal), source });
      if (signal.aborted) return;
      pace.record(1, clock.now());
      onDone(entry, source, item);
    } catch (error) {
      if (!signal.aborted) onStopped(entry, source, error);
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
    if (waiting.size === 0) speed.reset();
    onChange();
  };

  return {
    add(id) {
      waiting.add(id);
      void run();
    },
    drop(id) {
      if (current?.id === id) current.controller.abort();
      waiting.delete(id);
    },
    stop() {
      current?.controller.abort();
      waiting.clear();
      speed.reset();
    },
    waiting: () => [...waiting],
    forgetSpeed: () => speed.reset(),
    conditions() {
      const now = clock.now();
      return { speed: speed.perSecond(now), pace: pace.perSecond(now), offline };
    },
  };
}
