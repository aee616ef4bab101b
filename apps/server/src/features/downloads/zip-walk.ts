import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import {
  countWithin,
  findBlobs,
  numberedName,
  type ResolvedItem,
  type WalkedFolder,
  walkFolders,
} from '#features/files/index.ts';
import { AppError } from '#lib/app-error.ts';
import { createKeyedQueue } from '#lib/concurrency/keyed-queue.ts';
import { createSemaphore } from '#lib/concurrency/semaphore.ts';
import { archiveName } from '#lib/zip/zip-names.ts';
import { createGrowingLayout, type GrowingLayout, type GrowingLayoutFeed } from './growing-layout.ts';
import { createOmittedFiles } from './omitted-files.rules.ts';
import { createZipLayout, type ZipItem, type ZipLayout, type ZipLayoutBuilder } from './zip-layout.rules.ts';

/** The start of a walk, admitted by the gate: items, or the contents of a container except some. */
export type ZipStart =
  | { readonly kind: 'items'; readonly items: readonly ResolvedItem[] }
  | {
      readonly kind: 'place';
      readonly ownerId: string;
      readonly container: string;
      readonly except: ReadonlySet<string>;
    };

export interface BuiltLayout {
  readonly layout: ZipLayout;
  /** The folder that is alone at the top of the archive, if there is one. */
  readonly onlyFolder: string | undefined;
}

/** Entries after which a walk queues, so that a long one does not slow down everybody else. */
const shortWalk = 5_000;
const walkSemaphores = { people: createSemaphore(2), guests: createSemaphore(1) } as const;
/** Queues the walks of one account or link, so that many requests of one client delay only that client. */
const queueByKey = createKeyedQueue();

/** Creates a generator of names in one folder. They are safe to unpack and differ case-insensitively. */
const createNames = (): ((name: string, type: 'folder' | 'file') => string) => {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  return (original, type) => {
    const name = archiveName(original);
    const key = name.toLowerCase();
    let given = name;
    while (taken.has(given.toLowerCase())) {
      const number = (numbers.get(key) ?? 0) + 1;
      numbers.set(key, number);
      given = archiveName(numberedName(name, number, type));
    }
    taken.add(given.toLowerCase());
    return given;
  };
};

interface Folder extends WalkedFolder {
  /** Its index in the layout; -1 for the top of the archive. */
  readonly index: number;
}

type Found = Pick<ResolvedItem, 'id' | 'type' | 'name' | 'items_count' | 'modified_at'> & {
  /** `damaged`: its bytes are corrupt or missing. */
  readonly blob: ZipItem['blob'] | 'damaged';
};

const createArchiveDraft = (maxEntries: number) => {
  const omitted = createOmittedFiles();
  /** Names at the top of the archive, which comes first; the list of omitted files is named there, too. */
  const nameAtTop = createNames();
  const builder: ZipLayoutBuilder = createZipLayout();
  /** Folders whose contents are still to be added. */
  let next: Folder[] = [];
  let top: { readonly name: string; readonly type: 'folder' | 'file' } | undefined;
  let topEntries = 0;
  let current: { parent: number; nameOf: ReturnType<typeof createNames> } | undefined;
  return {
    builder,
    add: (parent: number, { id, type, name, items_count, modified_at, blob }: Found): void => {
      if (blob === 'damaged') {
        omitted.add(builder.pathOf(parent) + name, modified_at);
        return;
      }
      if (current?.parent !== parent) current = { parent, nameOf: parent < 0 ? nameAtTop : createNames() };
      const given = current.nameOf(name, type);
      const index = builder.add({ parent, name: given, modifiedAt: modified_at, blob });
      if (index === undefined || builder.entries > maxEntries) throw new AppError('zip.too_large');
      if (parent < 0) {
        top = { name, type };
        topEntries += 1;
      }
      if (type === 'folder') next.push({ id, items_count, index });
    },
    takeFolders: (): Folder[] => {
      const folders = next;
      next = [];
      return folders;
    },
    get onlyFolder(): string | undefined {
      return topEntries === 1 && top?.type === 'folder' ? top.name : undefined;
    },
    get isEmpty(): boolean {
      return builder.entries === 0 && omitted.count === 0;
    },
    finish: (): ZipLayout => builder.finish(omitted.note((name) => nameAtTop(name, 'file'))),
  };
};
type ArchiveDraft = ReturnType<typeof createArchiveDraft>;

/** A file without its blob is an error, because omitting it would make the archive silently wrong. */
const blobOf = (
  type: 'folder' | 'file',
  blob: (NonNullable<ZipItem['blob']> & { readonly damaged_at: number | null }) | undefined,
): Found['blob'] => {
  if (type === 'file' && blob === undefined)
    throw new AppError('server.failed', { cause: new Error('a file has no blob') });
  return blob !== undefined && blob.damaged_at !== null ? 'damaged' : blob;
};

async function* walkStart(db: Db, draft: ArchiveDraft, start: ZipStart): AsyncGenerator<void> {
  if (start.kind === 'items') {
    const blobIds = start.items.flatMap(({ blob_id: id }) => (id === null ? [] : [id]));
    const blobs = await findBlobs(db, blobIds);
    for (const item of start.items)
      draft.add(-1, { ...item, blob: blobOf(item.type, blobs.get(item.blob_id ?? '')) });
    return;
  }
  const place: Folder = { id: start.container, items_count: Number.POSITIVE_INFINITY, index: -1 };
  yield* walkLevel(db, draft, { folders: [place], except: start.except });
}

async function* walkLevel(
  db: Db,
  draft: ArchiveDraft,
  { folders, except }: { folders: readonly Folder[]; except?: ReadonlySet<string> },
): AsyncGenerator<void> {
  for await (const { folder, items } of walkFolders(db, folders)) {
    for (const { store_id, key, size, crc32, damaged_at: damagedAt, ...item } of items) {
      if (except?.has(item.id) === true) continue;
      const blob =
        key === null || size === null || crc32 === null
          ? undefined
          : { store_id, key, size, crc32, damaged_at: damagedAt };
      draft.add(folder.index, { ...item, blob: blobOf(item.type, blob) });
    }
    yield;
  }
}

async function* walk(db: Db, draft: ArchiveDraft, start: ZipStart): AsyncGenerator<void> {
  yield* walkStart(db, draft, start);
  for (let folders = draft.takeFolders(); folders.length > 0; folders = draft.takeFolders())
    yield* walkLevel(db, draft, { folders });
}

export interface WalkRequest {
  /** The queue of the walk. */
  readonly queue: { readonly key: string; readonly of: 'people' | 'guests' };
  readonly start: ZipStart;
  readonly maxEntries: number;
  /** Entries beyond which answers may follow the layout before it is complete. */
  readonly maxExactEntries: number;
  /** Tells whether nobody waits for the layout any more. */
  readonly isClientGone: () => boolean;
  /** Called for a very large archive, which may be sent from now on while its layout is built. */
  readonly onGrowing: (growing: GrowingLayout) => void;
  /** Called with the number of visited entries, also after a failure. */
  readonly onWalked: (entries: number) => void;
}

const noExceptions: ReadonlySet<string> = new Set();
/** Counts the entries of the archive, damaged and omitted ones included. */
const countEntries = (db: Db, start: ZipStart, atMost: number): Promise<number> =>
  start.kind === 'items'
    ? countWithin(
        db,
        { kind: 'items', ids: start.items.map(({ id }) => id) },
        { except: noExceptions, atMost },
      )
    : countWithin(db, start, { except: start.except, atMost });

/**
 * Lets answers follow a walk that has become long.
 *
 * @throws zip.too_large, which could no longer be reported once an answer has begun
 */
const beginGrowing = async (
  db: Db,
  draft: ArchiveDraft,
  { start, maxEntries }: WalkRequest,
): Promise<GrowingLayoutFeed> => {
  const count = await countEntries(db, start, maxEntries);
  if (count > maxEntries) throw new AppError('zip.too_large');
  const { builder, onlyFolder } = draft;
  return createGrowingLayout(builder, { onlyFolder, memory: (builder.memory / builder.entries) * count });
};

/**
 * Builds the layout of an archive level by level, each folder's items by name, so that equal files always
 * make an equal archive. It reads the database and no file.
 *
 * @returns undefined when nobody waits for it any more
 * @throws zip.empty, zip.too_large
 */
export const buildLayout = async (db: Db, request: WalkRequest): Promise<BuiltLayout | undefined> => {
  const {
    queue: { key, of },
    start,
    maxExactEntries,
    maxEntries,
    isClientGone,
    onGrowing,
    onWalked,
  } = request;
  const draft = createArchiveDraft(maxEntries);
  const steps = walk(db, draft, start);
  let feed: GrowingLayoutFeed | undefined;
  const walkUntil = async (until: number): Promise<boolean> => {
    while (draft.builder.entries < until && !isClientGone()) {
      if ((await steps.next()).done === true) return true;
      feed?.grew();
    }
    return false;
  };
  const walkToEnd = async (): Promise<boolean> => {
    if (await walkUntil(maxExactEntries)) return true;
    if (isClientGone()) return false;
    feed = await beginGrowing(db, draft, request);
    onGrowing(feed.growing);
    // Answers begin to follow the layout before the walk asks whether any client is left.
    await yieldToEventLoop();
    return walkUntil(Number.POSITIVE_INFINITY);
  };
  try {
    const done =
      (await walkUntil(Math.min(shortWalk, maxExactEntries))) ||
      (await queueByKey(key, () => walkSemaphores[of](walkToEnd)));
    if (!done) {
      feed?.fail(new Error('the layout of an archive was given up'));
      return undefined;
    }
    if (draft.isEmpty) throw new AppError('zip.empty');
    const layout = draft.finish();
    feed?.finish(layout);
    return { layout, onlyFolder: draft.onlyFolder };
  } catch (error) {
    feed?.fail(error);
    throw error;
  } finally {
    onWalked(draft.builder.entries);
  }
};
