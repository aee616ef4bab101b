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

/** Items that one statement reads: on SQLite a statement blocks everything else. */
const itemsPerQuery = 1_000;
/** Folders whose contents one statement reads. */
const foldersPerQuery = 500;
/** The most items below a folder that one search visits. */
const maxWalked = 100_000;

export interface SubtreeQuery {
  readonly query: Query;
  readonly filter: ItemFilter;
  readonly kinds: readonly Kind[];
  /** The most results of each kind. */
  readonly limit: number;
  /** Tells whether the client has left. */
  readonly isClientGone: () => boolean;
}
export interface SubtreeMatches {
  readonly matches: Match[];
  /** False when the search has visited as many items as it may. */
  readonly complete: boolean;
  /** Number of visited items. */
  readonly walked: number;
}

/** Takes the next folders whose contents one statement can read. */
const takeBatch = (queue: SearchedFolder[]): SearchedFolder[] => {
  let held = 0;
  const end = queue.findIndex((folder, index) => {
    held += folder.items_count;
    return index === foldersPerQuery || (index > 0 && held > itemsPerQuery);
  });
  return queue.splice(0, end < 0 ? queue.length : end);
};

/** The start of a search: a folder, or some items by their ids. */
export type Start = { readonly folder: string } | { readonly among: readonly string[] };

/** Yields the contents of folders, those of a large one in several parts. */
async function* readFolders(
  db: Db,
  folders: readonly SearchedFolder[],
  subtreeFilter: SubtreeFilter,
): AsyncGenerator<{ found: SubtreeItem[]; walked: number }> {
  const ids = folders.map(({ id }) => id);
  const walked = folders.reduce((sum, folder) => sum + folder.items_count, 0);
  const [first] = folders;
  if (first === undefined || walked <= itemsPerQuery) {
    yield { found: await listInFolders(db, ids, subtreeFilter), walked };
    return;
  }
  for (let after: string | undefined = ''; after !== undefined;) {
    const to = await findNameAfter(db, first.id, { after, count: itemsPerQuery });
    yield { found: await listInFolder(db, first.id, { subtreeFilter, after, to }), walked: itemsPerQuery };
    after = to;
  }
}

/** Keeps the best matches of each kind, and one more, which tells whether there are others. */
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
 * Finds live items below a folder by the letters of their names, nearer ones first. No index covers a
 * subtree, so it is walked through in short statements, and other requests run in between.
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
