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
import { createKeyedQueue } from '#lib/keyed-queue.ts';
import { createSemaphore } from '#lib/semaphore.ts';
import { archiveName } from '#lib/zip-names.ts';
import { createGrowingLayout, type GrowingLayout, type GrowingLayoutFeed } from './growing-layout.ts';
import { createOmittedFiles } from './omitted-files.rules.ts';
import { createZipLayout, type ZipItem, type ZipLayout, type ZipLayoutBuilder } from './zip-layout.rules.ts';

/** What has passed the gate: items, or all that a place holds but some. */
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
  /** The folder that is alone at the top of the archive, if one is. */
  readonly onlyFolder: string | undefined;
}

/** Entries after which a walk waits for its turn: a long one shall not slow everybody else down. */
const shortWalk = 5_000;
const walkSemaphores = { people: createSemaphore(2), guests: createSemaphore(1) } as const;
/** One at a time of each account, and of each link: whoever asks for many waits for himself alone. */
const queueByKey = createKeyedQueue();

/** Names within one folder: safe to unpack, and different also where upper and lower case are the same. */
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

type Found = Pick<ResolvedItem, 'id' | 'type' | 'name' | 'items_count' | 'updated_at'> & {
  /** `damaged`: its bytes are not what was stored, or gone. */
  readonly blob: ZipItem['blob'] | 'damaged';
};

const createArchiveDraft = (maxEntries: number) => {
  const omitted = createOmittedFiles();
  /** What the top of the archive has taken, which comes first: the list of what is left out goes there, too. */
  const nameAtTop = createNames();
  const builder: ZipLayoutBuilder = createZipLayout();
  /** Folders whose contents are still to be added. */
  let next: Folder[] = [];
  let top: { readonly name: string; readonly type: 'folder' | 'file' } | undefined;
  let topEntries = 0;
  let current: { parent: number; nameOf: ReturnType<typeof createNames> } | undefined;
  return {
    builder,
    add: (parent: number, { id, type, name, items_count, updated_at, blob }: Found): void => {
      if (blob === 'damaged') {
        omitted.add(builder.pathOf(parent) + name, updated_at);
        return;
      }
      if (current?.parent !== parent) current = { parent, nameOf: parent < 0 ? nameAtTop : createNames() };
      const given = current.nameOf(name, type);
      const index = builder.add({ parent, name: given, modifiedAt: updated_at, blob });
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

/** A file without its blob cannot be put anywhere; leaving it out would be a silently wrong archive. */
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
    for (const { key, size, crc32, damaged_at: damagedAt, ...item } of items) {
      if (except?.has(item.id) === true) continue;
      const blob =
        key === null || size === null || crc32 === null
          ? undefined
          : { key, size, crc32, damaged_at: damagedAt };
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
  /** Who waits behind whom. */
  readonly queue: { readonly key: string; readonly of: 'people' | 'guests' };
  readonly start: ZipStart;
  readonly maxEntries: number;
  /** Entries beyond which answers may follow it before it is whole. */
  readonly exactAtMost: number;
  /** Whether nobody waits for it any more. */
  readonly isClientGone: () => boolean;
  /** Told of an archive of very many entries, which may be sent from now on while it is laid out. */
  readonly onGrowing: (growing: GrowingLayout) => void;
  /** Told how many entries were walked through, also where it ends in a failure. */
  readonly onWalked: (entries: number) => void;
}

const noExceptions: ReadonlySet<string> = new Set();
/** How many entries an archive will have; what is damaged and left out counts, too. */
const countEntries = (db: Db, start: ZipStart, atMost: number): Promise<number> =>
  start.kind === 'items'
    ? countWithin(
        db,
        { kind: 'items', ids: start.items.map(({ id }) => id) },
        { except: noExceptions, atMost },
      )
    : countWithin(db, start, { except: start.except, atMost });

/**
 * Lets answers follow a walk that has come far.
 *
 * @throws zip.too_large, which could not be said any more once an answer has begun
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
 * Lays out the archive of what has passed the gate: level by level, each folder's items by name, so that
 * the same files always make the same archive. Reads the database and no file.
 *
 * @returns undefined where nobody waits for it any more
 * @throws zip.empty, zip.too_large
 */
export const buildLayout = async (db: Db, request: WalkRequest): Promise<BuiltLayout | undefined> => {
  const {
    queue: { key, of },
    start,
    exactAtMost,
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
    if (await walkUntil(exactAtMost)) return true;
    if (isClientGone()) return false;
    feed = await beginGrowing(db, draft, request);
    onGrowing(feed.growing);
    // Answers begin to follow it before it asks whether anybody does.
    await yieldToEventLoop();
    return walkUntil(Number.POSITIVE_INFINITY);
  };
  try {
    const done =
      (await walkUntil(Math.min(shortWalk, exactAtMost))) ||
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
