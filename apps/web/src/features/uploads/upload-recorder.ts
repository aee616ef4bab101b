import type { ConflictChoice } from '@holdall/contract/files';
import { originOf } from './file-origins.ts';
import { setMayHaveUnfinished } from './unfinished-uploads-flag.ts';
import { updateUnfinished, listUnfinished, type UnfinishedUpload } from './unfinished-uploads.ts';
import type { QueuedUpload } from './upload-queue.types.ts';

/** Milliseconds between two saves; the first is immediate. */
const saveIntervalMs = 1000;
/** Milliseconds after which an upload can no longer be resumed; the server has forgotten it long before. */
const maxAgeMs = 7 * 24 * 60 * 60_000;

const tabName = crypto.getRandomValues(new Uint32Array(2)).join('-');
/** Milliseconds that other pages have to answer. */
const answerWithinMs = 300;

/** Discovers the other pages of this browser that have uploads. Locks would need HTTPS. */
const createTabs = () => {
  const channel = new BroadcastChannel('holdall:uploads');
  let living: Set<string> | undefined;
  channel.addEventListener('message', ({ data }: MessageEvent<{ ask?: true; tab?: string }>) => {
    if (data.ask === true) channel.postMessage({ tab: tabName });
    else if (data.tab !== undefined) living?.add(data.tab);
  });
  return {
    /** Returns the other pages that are alive. */
    async others(): Promise<ReadonlySet<string>> {
      const alive = new Set<string>();
      living = alive;
      channel.postMessage({ ask: true });
      await new Promise((resolve) => setTimeout(resolve, answerWithinMs));
      return alive;
    },
  };
};

export interface UploadRecorder {
  /** Saves the queue: immediately if the last save was long enough ago, else soon. */
  scheduleSave(): void;
  /** Saves pending changes immediately, since the page may be about to unload. */
  saveNow(): void;
  /** Detaches from the queue without forgetting its stored uploads. */
  detach(): void;
  /** Takes over uploads of an earlier page: each is forgotten once it has finished, however soon. */
  adopt(uploadNames: readonly string[]): void;
  /** Returns uploads of this user or link that no page works on. */
  interrupted(userId: string): Promise<UnfinishedUpload[]>;
  forget(uploads: readonly UnfinishedUpload[]): Promise<void>;
}

export interface UploadRecorderDeps {
  readonly unfinished: () => readonly QueuedUpload[];
  readonly userId: () => string | undefined;
}

const toUnfinished = async (
  { uploadName, onConflict, entry, file }: QueuedUpload,
  userId: string,
): Promise<UnfinishedUpload | undefined> => {
  if (file === undefined) return undefined;
  const origin = await originOf(file);
  return {
    uploadName,
    userId,
    tab: tabName,
    path: entry.path,
    parentId: entry.parentId,
    onConflict,
    size: file.size,
    lastModified: file.lastModified,
    ...(origin !== undefined && { origin }),
    keptAt: Date.now(),
  };
};

/** Stores unfinished uploads in the browser, so that they can be resumed after a reload. */
export const createUploadRecorder = ({ unfinished, userId }: UploadRecorderDeps): UploadRecorder => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDirty = false;
  /** The last write. Writes run one after the other, or a forgotten upload could return. */
  let lastWrite = Promise.resolve();
  /** The stored uploads, and the action on a conflict of each. */
  let known = new Map<string, ConflictChoice>();
  /** Uploads stored by an earlier page, which are in the queue of this one. */
  const adopted = new Set<string>();
  let works = typeof indexedDB !== 'undefined';
  const tabs = createTabs();

  const save = async (): Promise<void> => {
    const owner = userId();
    if (!works || owner === undefined) return;
    const now = unfinished();
    const names = new Map(now.map(({ uploadName, onConflict }) => [uploadName, onConflict]));
    const added = now.filter(({ uploadName, onConflict }) => known.get(uploadName) !== onConflict);
    const gone = [...known.keys(), ...adopted].filter((name) => !names.has(name));
    known = names;
    adopted.clear();
    if (added.length + gone.length === 0) return;
    try {
      const kept = await Promise.all(added.map((upload) => toUnfinished(upload, owner)));
      if (names.size > 0) setMayHaveUnfinished(true);
      await updateUnfinished(
        kept.filter((upload) => upload !== undefined),
        gone,
      );
      if (names.size === 0 && (await listUnfinished()).length === 0) setMayHaveUnfinished(false);
    } catch {
      // A private window, or a full disk: uploads continue, and only a reload loses them.
      works = false;
    }
  };

  const saveNow = (): void => {
    if (!isDirty) return;
    isDirty = false;
    lastWrite = lastWrite.then(save);
  };

  const saveAfter = (ms: number): void => {
    timer = setTimeout(() => {
      timer = undefined;
      if (!isDirty) return;
      saveNow();
      saveAfter(saveIntervalMs);
    }, ms);
  };

  return {
    scheduleSave() {
      isDirty = true;
      // The whole group is in the queue by then.
      if (timer === undefined) saveAfter(0);
    },
    saveNow,
    detach() {
      clearTimeout(timer);
      timer = undefined;
      isDirty = false;
      known = new Map();
      adopted.clear();
    },
    adopt(uploadNames) {
      for (const name of uploadNames) adopted.add(name);
    },
    async interrupted(owner) {
      if (!works) return [];
      // Read between two writes: one that is cancelled meanwhile is still stored, and no longer known.
      const read = lastWrite.then(async () => ({ all: await listUnfinished(), own: known }));
      lastWrite = read.then(
        () => undefined,
        () => undefined,
      );
      const [{ all, own }, living] = await Promise.all([read, tabs.others()]);
      const expired = all.filter(({ keptAt }) => Date.now() - keptAt > maxAgeMs);
      if (expired.length > 0)
        await updateUnfinished(
          [],
          expired.map(({ uploadName }) => uploadName),
        );
      return all.filter(
        (upload) =>
          upload.userId === owner &&
          !expired.includes(upload) &&
          !own.has(upload.uploadName) &&
          !known.has(upload.uploadName) &&
          !living.has(upload.tab),
      );
    },
    async forget(uploads) {
      await updateUnfinished(
        [],
        uploads.map(({ uploadName }) => uploadName),
      );
      if ((await listUnfinished()).length === 0) setMayHaveUnfinished(false);
    },
  };
};
