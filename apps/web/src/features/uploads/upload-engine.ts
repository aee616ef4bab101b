import { WifiOff } from 'lucide-react';
import { createElement } from 'react';
import { getConfig } from '#shared/config/config.ts';
import { text } from '#shared/i18n/messages.ts';
import { mayCreateFolder } from '#shared/session/restrictions.ts';
import { linkOf } from '#shared/paths/paths.ts';
import { currentUserId, onSessionEnd } from '#shared/session/session.ts';
import { announce } from '#shared/ui/live-region.tsx';
import { showToast } from '#shared/ui/toast.ts';
import type { ConflictDecision } from './upload-entry.ts';
import { createAnnouncer } from './announcer.ts';
import { browserClock, browserConnection } from './browser-conditions.ts';
import { browserTuning } from './chunk-tuning.ts';
import type { DroppedEntries } from './entries.ts';
import { createInterrupted, type InterruptedUploads } from './interrupted-uploads.ts';
import { sourcesOf, walkFolders } from './sources.ts';
import { createUploadRecorder } from './upload-recorder.ts';
import { createUploadNotices, openDisabledAlert } from './upload-notices.ts';
import { createUploadQueue } from './upload-queue.ts';
import type { UploadQueueEvent } from './upload-queue.types.ts';
import { dockExpanded, noUploads, uploadPermission, uploads } from './uploads.store.ts';
import {
  emitFolderChanged,
  emitFolderUploadBegun,
  emitFolderUploadEnd,
  emitItem,
} from './use-upload-events.ts';
import type { UploadTransport } from './upload-transport.ts';
import { createXhrTransport } from './xhr-transport.ts';

/** The shortest time between two updates of the dock and of the listing. */
const publishEveryMs = 100;
/** Bytes from which a file takes long enough to send that its name and space are checked first. */
const openFrom = 1024 * 1024;
/** Bytes below which the round trip takes longer than the bytes, on usual lines. */
const smallBelow = 128 * 1024;

/** Returns the owner of this page's uploads: the signed-in user, or the link that the page belongs to. */
const uploadsOwner = (): string | undefined => currentUserId() ?? linkOf(location.pathname);

export interface UploadEngine {
  start(entries: DroppedEntries, parentId: string | null): Promise<void>;
  cancel(id: number): void;
  /** Cancels everything, and shows a toast. */
  cancelAll(): void;
  retry(id: number): void;
  retryAll(): void;
  /** Forgets finished and failed entries. */
  clear(): void;
  /** Answers the question about a taken name. */
  answer(id: number, choice: ConflictDecision, forAll: boolean): void;
  /** The uploads that earlier pages have left unfinished. */
  readonly interrupted: InterruptedUploads;
}

/**
 * Creates the browser side of the queue: its state in the dock, announcements, alerts and the guard against leaving.
 */
export function createUploadEngine(transport: UploadTransport = createXhrTransport()): UploadEngine {
  const notices = createUploadNotices({
    uploads: () => openDisabledAlert(getConfig().subscriptionType, uploadPermission.get().reason),
    // The server's refusal takes precedence over the permission known to the page.
    folders: () => mayCreateFolder({ ...uploadPermission.get(), canCreateFolder: false }),
  });
  const observe = createAnnouncer((key, values) => announce(text(key, values)));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasActive = false;

  const warnOfLeaving = (event: BeforeUnloadEvent): void => {
    recorder.saveNow();
    event.preventDefault();
  };

  /** Items that have arrived since the last update. Many arrive at once, and a listing is rendered for all of them. */
  const arrived: Extract<UploadQueueEvent, { type: 'item' }>[] = [];
  const showArrived = (): void => {
    for (const { item, sentAt } of arrived.splice(0)) emitItem(item, sentAt);
  };

  const publish = (): void => {
    timer = undefined;
    showArrived();
    const snapshot = queue.snapshot();
    uploads.set(snapshot.total === 0 ? noUploads : snapshot);
    observe(snapshot);
    if (snapshot.active === wasActive) return;
    wasActive = snapshot.active;
    if (wasActive) addEventListener('beforeunload', warnOfLeaving);
    else {
      removeEventListener('beforeunload', warnOfLeaving);
      notices.reset();
    }
  };

  const publishSoon = (): void => {
    timer ??= setTimeout(publish, publishEveryMs);
    recorder.scheduleSave();
  };

  const publishNow = (): void => {
    clearTimeout(timer);
    publish();
  };

  const onEvent = (event: UploadQueueEvent): void => {
    if (event.type === 'item') {
      arrived.push(event);
      publishSoon();
      return;
    }
    if (event.type !== 'changed') showArrived();
    if (event.type === 'folder-begun') emitFolderUploadBegun();
    else if (event.type === 'folder-end') emitFolderUploadEnd(event.parentId);
    else if (event.type === 'folder-changed') emitFolderChanged(event.parentId);
    else if (event.type === 'failed') notices.show(event.failures);
    else publishSoon();
  };

  const queue = createUploadQueue({
    transport,
    clock: browserClock,
    connection: browserConnection,
    tuning: browserTuning(),
    openFrom,
    smallBelow,
    random: (bytes) => crypto.getRandomValues(bytes),
    rules: getConfig,
    emit: onEvent,
  });

  const recorder = createUploadRecorder({ unfinished: () => queue.unfinished(), userId: uploadsOwner });
  const interrupted = createInterrupted({ recorder, transport, queue, userId: uploadsOwner });

  addEventListener('offline', () => {
    if (wasActive)
      showToast({ type: 'success', message: text('uploads.offline'), icon: createElement(WifiOff) });
  });

  // Waiting uploads would otherwise continue under the account of the next user.
  onSessionEnd(() => {
    recorder.detach();
    queue.abandon();
    arrived.length = 0;
    interrupted.hide();
    publishNow();
    dockExpanded.set(undefined);
  });

  return {
    async start({ files, folders }, parentId) {
      notices.reset();
      const group = queue.open(parentId);
      group.add(sourcesOf(files));
      publishNow();
      try {
        for await (const sources of walkFolders(folders)) {
          if (group.isCancelled()) break;
          group.add(sources);
        }
      } finally {
        group.close();
        publishSoon();
      }
    },
    cancel: (id) => queue.cancel(id),
    cancelAll() {
      queue.cancelAll();
      publishNow();
      showToast({ type: 'success', message: text('uploads.cancelled') });
    },
    retry: (id) => queue.retry(id),
    retryAll: () => queue.retryAll(),
    answer(id, choice, forAll) {
      queue.answer(id, choice, forAll);
      publishNow();
    },
    interrupted,
    clear() {
      queue.clear();
      publishNow();
    },
  };
}
