import type { ConflictChoice } from '@holdall/contract/files';
import { originOf } from './file-origins.ts';
import { noteKept } from './kept-flag.ts';
import { changeKept, listKept, type KeptUpload } from './kept-uploads.ts';
import type { QueuedUpload } from './upload-queue.types.ts';

/** Milliseconds between two looks at what is to be kept; the first comes at once. */
const keepEveryMs = 1000;
/** Milliseconds after which nobody goes on with an upload any more; the server has long forgotten it. */
const keptFor = 7 * 24 * 60 * 60_000;

const tabName = crypto.getRandomValues(new Uint32Array(2)).join('-');
/** Milliseconds that other pages have to say that they are there. */
const answerWithinMs = 300;

/** Pages of this browser that hold uploads, and how they ask each other. Locks would need HTTPS. */
const createTabs = () => {
  const channel = new BroadcastChannel('holdall:uploads');
  let living: Set<string> | undefined;
  channel.addEventListener('message', ({ data }: MessageEvent<{ ask?: true; tab?: string }>) => {
    if (data.ask === true) channel.postMessage({ tab: tabName });
    else if (data.tab !== undefined) living?.add(data.tab);
  });
  return {
    /** The other pages that are alive. */
    async others(): Promise<ReadonlySet<string>> {
      const heard = new Set<string>();
      living = heard;
      channel.postMessage({ ask: true });
      await new Promise((resolve) => setTimeout(resolve, answerWithinMs));
      return heard;
    },
  };
};

export interface UploadKeeper {
  /** Brings what is kept up to date with the queue: at once where nothing was noted of late, else soon. */
  note(): void;
  /** Keeps what is noted without waiting: the page may be about to go. */
  hurry(): void;
  /** Lets go of the queue without forgetting what is kept of it. */
  release(): void;
  /** Takes over what an earlier page has kept: it is forgotten once it is through, however soon that is. */
  adopt(uploadNames: readonly string[]): void;
  /** Uploads of this user, or by this link, that no page is busy with. */
  interrupted(userId: string): Promise<KeptUpload[]>;
  forget(uploads: readonly KeptUpload[]): Promise<void>;
}

export interface UploadKeeperDeps {
  readonly unfinished: () => readonly QueuedUpload[];
  readonly userId: () => string | undefined;
}

const toKeep = async (
  { uploadName, onConflict, entry, file }: QueuedUpload,
  userId: string,
): Promise<KeptUpload | undefined> => {
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

/** Keeps what is not uploaded yet in the browser, so that a page that was reloaded can go on with it. */
export const createUploadKeeper = ({ unfinished, userId }: UploadKeeperDeps): UploadKeeper => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isNoted = false;
  /** The last write. Writes run one after the other, or a forgotten upload could return. */
  let keeping = Promise.resolve();
  /** The stored uploads, and the action on a conflict of each. */
  let known = new Map<string, ConflictChoice>();
  /** Kept by an earlier page, and in the queue of this one. */
  const adopted = new Set<string>();
  let works = typeof indexedDB !== 'undefined';
  const tabs = createTabs();

  const keep = async (): Promise<void> => {
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
      const kept = await Promise.all(added.map((upload) => toKeep(upload, owner)));
      if (names.size > 0) noteKept(true);
      await changeKept(
        kept.filter((upload) => upload !== undefined),
        gone,
      );
      if (names.size === 0 && (await listKept()).length === 0) noteKept(false);
    } catch {
      // A private window, or a full disk: uploads go on, only a reload loses them.
      works = false;
    }
  };

  const hurry = (): void => {
    if (!isNoted) return;
    isNoted = false;
    keeping = keeping.then(keep);
  };

  const keepIn = (ms: number): void => {
    timer = setTimeout(() => {
      timer = undefined;
      if (!isNoted) return;
      hurry();
      keepIn(keepEveryMs);
    }, ms);
  };

  return {
    note() {
      isNoted = true;
      // Not before all that came together is in the queue.
      if (timer === undefined) keepIn(0);
    },
    hurry,
    release() {
      clearTimeout(timer);
      timer = undefined;
      isNoted = false;
      known = new Map();
      adopted.clear();
    },
    adopt(uploadNames) {
      for (const name of uploadNames) adopted.add(name);
    },
    async interrupted(owner) {
      if (!works) return [];
      const [all, living] = await Promise.all([listKept(), tabs.others()]);
      const outdated = all.filter(({ keptAt }) => Date.now() - keptAt > keptFor);
      if (outdated.length > 0)
        await changeKept(
          [],
          outdated.map(({ uploadName }) => uploadName),
        );
      return all.filter(
        (upload) =>
          upload.userId === owner &&
          !outdated.includes(upload) &&
          !known.has(upload.uploadName) &&
          !living.has(upload.tab),
      );
    },
    async forget(uploads) {
      await changeKept(
        [],
        uploads.map(({ uploadName }) => uploadName),
      );
      if ((await listKept()).length === 0) noteKept(false);
    },
  };
};
