import { createFolderUploads } from './folder-uploads.ts';
import { UploadStopped } from './transfer-error.ts';
import { createNameConflicts } from './name-conflicts.ts';
import { createUploadEntries, isInFolder } from './upload-entries.ts';
import { isRetryable, isSettled, type UploadEntry, type UploadFailure } from './upload-entry.ts';
import type { UploadQueue, UploadQueueDeps } from './upload-queue.types.ts';
import { createUploadBatching, type UpcomingUpload } from './upload-batching.ts';
import { refusalOf, typeOf } from './upload-rules.ts';
import { jobOf } from './entry-upload.ts';
import { createUploadRunner } from './upload-runner.ts';
import { summarise, type UploadSnapshot } from './upload-snapshot.ts';

/** Failures that would end every further upload as well: the rest is not tried. */
const endsAll: readonly UploadFailure['reason'][] = ['signed_out', 'disabled'];

const failureFrom = (error: unknown, entry: UploadEntry): UploadFailure => {
  if (!(error instanceof UploadStopped)) return { reason: 'refused', detail: '' };
  const { failure } = error;
  // A server that refuses a type does not name it.
  return failure.reason === 'blocked_type'
    ? { ...failure, detail: failure.detail || typeOf(entry) }
    : failure;
};

/**
 * Creates the upload queue of the specification's section 4: files are uploaded one at a time, in the order of their
 * arrival; after a final failure the next one begins.
 */
export function createUploadQueue(deps: UploadQueueDeps): UploadQueue {
  const { random, rules, emit } = deps;
  const changed = (): void => emit({ type: 'changed' });
  const entries = createUploadEntries({ random, rules, onChange: changed });
  const folders = createFolderUploads((parentId) => emit({ type: 'folder-end', parentId }));

  const settle = (id: number, change: Partial<UploadEntry>): void => {
    entries.update(id, change);
    folders.settled(entries.sourceOf(id)?.group);
  };

  const forgetOnServer = (id: number): void => {
    const source = entries.sourceOf(id);
    const entry = entries.get(id);
    if (source?.begun !== true || entry === undefined) return;
    source.begun = false;
    const { parentId } = entry;
    const notify = (): void => emit({ type: 'folder-changed', parentId });
    // The request is best effort: the server clears leftovers away by itself. Any answer may follow a stored file, so
    // the folder is refreshed after each.
    transport
      .forget(source.uploadName)
      .catch(() => undefined)
      .finally(source.lastSentAt === undefined ? undefined : notify);
  };

  /** The small files that wait next, up to the first that is another kind of upload. */
  function* upcoming(): Generator<UpcomingUpload> {
    const limits = rules();
    for (const id of runner.waiting()) {
      const entry = entries.get(id);
      const source = entries.sourceOf(id);
      const file = source?.file;
      if (entry === undefined || source === undefined || file === undefined) return;
      const isSmall = file.size < deps.smallBelow && file.size <= limits.chunkSize;
      if (!isSmall || refusalOf(file, limits) !== undefined) return;
      yield { job: jobOf(entry, source, file), onSent: (bytes) => entries.setSent(id, bytes) };
    }
  }
  const transport = createUploadBatching({ ...deps, upcoming });

  const runner = createUploadRunner({
    ...deps,
    transport,
    entries,
    onChange: changed,
    onDone({ id, path, size }, source, item) {
      const { name, parent_id: parentId } = item.data.attributes;
      const sentAt = source.lastSentAt ?? Date.now();
      const isFirst = folders.isFirst(source.group, path);
      // The server may have renamed it.
      settle(id, { state: 'done', name, sent: size, failures: 0 });
      entries.release(id);
      emit({ type: 'item', item, sentAt });
      if (isFirst) emit({ type: 'folder-begun' });
      // The replaced file has left the folder.
      if (source.onConflict === 'replace') emit({ type: 'folder-changed', parentId });
    },
    onStopped(entry, source, error) {
      const { id, size } = entry;
      const failure = failureFrom(error, entry);
      const existing = error instanceof UploadStopped ? error.existing : undefined;
      // Without it the taken name is that of a folder in the path, where no answer helps.
      if (failure.reason === 'name_taken' && source.onConflict !== 'rename' && existing !== undefined)
        return conflicts.meet(id, existing);
      settle(id, { state: 'failed', failure, sent: 0 });
      emit({ type: 'failed', failures: [failure] });
      // An unreadable file cannot be resumed, and its part would keep occupying the server's space.
      if (failure.reason === 'unreadable') forgetOnServer(id);
      if (endsAll.includes(failure.reason)) failRest(failure);
      // A smaller file may still fit.
      else if (failure.reason === 'out_of_space') failRest(failure, size);
    },
  });

  const conflicts = createNameConflicts({
    entries,
    again: (id) => runner.add(id),
    skip: (id) => settle(id, { state: 'skipped', sent: 0 }),
    forget: forgetOnServer,
  });

  /** Fails the waiting entries as well, or those of at least so many bytes: they would meet the same answer. */
  const failRest = (failure: UploadFailure, atLeast = 0): void => {
    for (const id of runner.waiting()) {
      if ((entries.get(id)?.size ?? 0) < atLeast) continue;
      if (transport.isStored(entries.sourceOf(id)?.uploadName ?? '')) continue;
      runner.drop(id);
      settle(id, { state: 'failed', failure });
    }
  };

  const begin = (entry: UploadEntry, group: number): void => {
    folders.admitted(group, isInFolder(entry));
    runner.add(entry.id);
  };

  /** @param left parents of cancelled files that the server may have stored: it is asked once for each */
  const drop = (id: number, left = new Set<string | null>()): void => {
    const source = entries.sourceOf(id);
    const parentId = entries.get(id)?.parentId ?? null;
    runner.drop(id);
    if (source !== undefined && transport.leave(source.uploadName) && !left.has(parentId)) {
      left.add(parentId);
      source.begun = true;
    }
    forgetOnServer(id);
    entries.remove(id);
  };

  const dropSettled = (states: readonly UploadEntry['state'][]): void => {
    for (const { id, state } of entries.list()) if (states.includes(state)) drop(id);
    changed();
  };

  const cancelOne = (id: number, left?: Set<string | null>): void => {
    const group = entries.sourceOf(id)?.group;
    const entry = entries.get(id);
    drop(id, left);
    if (entry !== undefined && !isSettled(entry)) folders.settled(group);
  };

  const retry = (id: number): void => {
    const source = entries.sourceOf(id);
    const wasSkipped = entries.get(id)?.state === 'skipped';
    if (source === undefined || !entries.renew(id)) return;
    if (wasSkipped) conflicts.askAgain(id);
    const entry = entries.get(id);
    if (entry !== undefined) begin(entry, source.group);
  };

  const snapshot = (): UploadSnapshot =>
    summarise(entries.list(), { ...runner.conditions(), reading: folders.isReading() });

  return {
    open(parentId) {
      if (!snapshot().active) dropSettled(['done', 'skipped']);
      const group = folders.open(parentId);
      return {
        add(added) {
          if (folders.isCancelled(group)) return;
          const failures: UploadFailure[] = [];
          for (const source of added) {
            const entry = entries.admit(source, { parentId, group, onConflict: 'refuse' });
            if (entry.failure === undefined) begin(entry, group);
            else failures.push(entry.failure);
          }
          changed();
          if (failures.length > 0) emit({ type: 'failed', failures });
        },
        close: () => folders.close(group),
        isCancelled: () => folders.isCancelled(group),
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
      const left = new Set<string | null>();
      for (const id of entries.ids()) cancelOne(id, left);
      runner.forgetSpeed();
      changed();
    },
    abandon() {
      runner.stop();
      transport.leaveAll();
      conflicts.clear();
      folders.abandon();
      entries.clear();
      changed();
    },
    retry,
    retryAll() {
      for (const { id, state } of entries.list()) if (state === 'failed') retry(id);
      changed();
    },
    answer(id, choice, forAll) {
      conflicts.answer(id, choice, forAll);
      changed();
    },
    unfinished: () =>
      entries.list().flatMap((entry) => {
        const source = entries.sourceOf(entry.id);
        if (source === undefined || entry.state === 'done' || entry.state === 'skipped') return [];
        // An upload that the server would refuse again is not worth resuming.
        if (entry.failure?.isFinal === true || (entry.failure !== undefined && !isRetryable(entry)))
          return [];
        const { uploadName, onConflict, file } = source;
        return [{ id: entry.id, uploadName, onConflict, entry, file }];
      }),
    clear: () => dropSettled(['done', 'skipped', 'failed']),
    snapshot,
  };
}
