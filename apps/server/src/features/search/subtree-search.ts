import { setImmediate } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import type { ItemFilter } from '#db/item-filter.ts';
import {
  type SubtreeItem,
  findNameAfter,
  listAmong,
  listInFolder,
  listInFolders,
  type SearchedFolder,
  type SubtreeFilter,
} from './search.repo.ts';
import { best, contains, gradeOf, type Match, type Query } from './search.rules.ts';
import type { Kind } from './search.types.ts';

/** Items that one statement looks at: SQLite holds everything else up meanwhile. */
const itemsAtOnce = 1_000;
/** Folders that one statement looks into. */
const foldersAtOnce = 500;
/** Items below a folder that one search walks through at the most. */
const maxWalked = 100_000;

export interface SubtreeQuery {
  readonly query: Query;
  readonly filter: ItemFilter;
  readonly kinds: readonly Kind[];
  /** Results of each kind that are wanted. */
  readonly limit: number;
  /** Whether nobody waits for the answer any more. */
  readonly isClientGone: () => boolean;
}
export interface SubtreeMatches {
  readonly matches: Match[];
  /** False where more was to be walked through than may be. */
  readonly complete: boolean;
  /** Items that were looked at. */
  readonly walked: number;
}

/** Takes the next folders that together hold little enough for one statement. */
const takeBatch = (queue: SearchedFolder[]): SearchedFolder[] => {
  let held = 0;
  const end = queue.findIndex((folder, index) => {
    held += folder.items_count;
    return index === foldersAtOnce || (index > 0 && held > itemsAtOnce);
  });
  return queue.splice(0, end < 0 ? queue.length : end);
};

/** What a search begins with: a folder that is looked into, or some items by their ids. */
export type Start = { readonly folder: string } | { readonly among: readonly string[] };

/** What folders hold, a large one in several goes. */
async function* readFolders(
  db: Db,
  folders: readonly SearchedFolder[],
  subtreeFilter: SubtreeFilter,
): AsyncGenerator<{ found: SubtreeItem[]; walked: number }> {
  const ids = folders.map(({ id }) => id);
  const walked = folders.reduce((sum, folder) => sum + folder.items_count, 0);
  const [first] = folders;
  if (first === undefined || walked <= itemsAtOnce) {
    yield { found: await listInFolders(db, ids, subtreeFilter), walked };
    return;
  }
  for (let after: string | undefined = ''; after !== undefined;) {
    const to = await findNameAfter(db, first.id, { after, count: itemsAtOnce });
    yield { found: await listInFolder(db, first.id, { subtreeFilter, after, to }), walked: itemsAtOnce };
    after = to;
  }
}

/** Keeps the best matches of each kind, one more than are wanted: it tells that there are others. */
const createBest = ({ kinds, limit }: SubtreeQuery) => {
  let kept: Match[] = [];
  const trim = (): Match[] => (kept = kinds.flatMap((kind) => best(kept, kind, limit + 1)));
  return {
    add: (match: Match): void => {
      if (kept.push(match) > 20 * limit) trim();
    },
    finish: trim,
  };
};

/**
 * Finds items below a folder by the letters of their names, nearer ones first; the trash is left out. No index knows
 * what lies below a folder: it is walked through, in short statements, between which others have their turn.
 */
export const searchSubtree = async (db: Db, start: Start, request: SubtreeQuery): Promise<SubtreeMatches> => {
  const { query, filter, kinds, isClientGone } = request;
  const subtreeFilter = { words: query.words, filter };
  const results = createBest(request);
  const queue: SearchedFolder[] = [];
  const take = (found: readonly SubtreeItem[]): void => {
    for (const { items_count, passes, ...item } of found) {
      if (item.type === 'folder' && items_count > 0) queue.push({ id: item.id, items_count });
      if (passes === 1 && kinds.includes(item.type) && contains(query, item.search_key))
        results.add({ ...item, grade: gradeOf(query, item.search_key) });
    }
  };
  let walked = 0;
  if ('folder' in start) queue.push({ id: start.folder, items_count: Number.POSITIVE_INFINITY });
  else {
    take(await listAmong(db, start.among, subtreeFilter));
    walked += start.among.length;
  }
  while (queue.length > 0)
    for await (const piece of readFolders(db, takeBatch(queue), subtreeFilter)) {
      take(piece.found);
      walked += piece.walked;
      if (walked >= maxWalked || isClientGone())
        return { matches: results.finish(), complete: false, walked };
      await setImmediate();
    }
  return { matches: results.finish(), complete: true, walked };
};
