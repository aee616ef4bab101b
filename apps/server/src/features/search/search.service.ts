import type { Db } from '#db/database.ts';
import type { ItemFilter } from '#db/item-filter.ts';
import { isPostgres } from '#db/dialect.ts';
import { limits } from '#features/auth/index.ts';
import { collectionAncestor, isShared } from '#features/files/index.ts';
import type { GuestActor, UserActor } from '#lib/actor.ts';
import { createKeyedQueue } from '#lib/concurrency/keyed-queue.ts';
import { createRateWindow } from '#lib/concurrency/rate-window.ts';
import { networkOf } from '#lib/http/network-of.ts';
import type { Clock } from '#ports/clock.ts';
import { findWithFts } from './fts.repo.ts';
import {
  anywhere,
  atWordStarts,
  best,
  contains,
  gradeOf,
  type Match,
  type Query,
  readQuery,
  tiers,
  typoGrade,
} from './search.rules.ts';
import { isScannedWhole, listByBeginning, listItems, listPaths, scanFor } from './search.repo.ts';
import { searchSubtree } from './subtree-search.ts';
import type {
  Candidate,
  FoundItem,
  FoundList,
  IndexAnswer,
  Kind,
  Scope,
  SearchResults,
} from './search.types.ts';
import { findWithTrigrams } from './trigram-search.ts';
import { distanceOf, type TypoRound, typosIn, withTypos } from './typos.rules.ts';

export interface SearchRequest {
  readonly query: string;
  /** The most results of each kind. */
  readonly limit: number;
  readonly type: 'all' | 'folder' | 'file';
  readonly filter: ItemFilter;
  /** Tells whether the client has left. */
  readonly isClientGone: () => boolean;
}

export interface SearchService {
  /**
   * Finds items of the actor's account by name, best first, trashed ones included; for guests, items below
   * the shared folder.
   *
   * @throws limit.too_many for guests
   */
  search(actor: UserActor | GuestActor, request: SearchRequest): Promise<SearchResults>;
}

/** Returns the number of matches of one kind to collect before the best are chosen. */
const collectedFor = (limit: number): number => Math.max(150, Math.ceil(1.5 * limit));
/** With fewer matches of a single word than this, names with typing errors are included. */
const minMatches = 3;
/** Words of one query that are guessed at: where more are in no name, something else was meant. */
const maxDoubtful = 4;
/** The most names with typing errors, and the most keys that are compared with the query in one round. */
const typoLimits = { want: 60, reads: 800 } as const;

/** The cost of a search besides the items that it visits. */
const costPerSearch = 20_000;

const nothing: FoundList = { items: [], complete: true };

type Matches = Map<string, Match>;

/** The matches, and the kinds without further ones. */
interface Collected<Found = Matches> {
  readonly matches: Found;
  readonly complete: ReadonlySet<Kind>;
}

interface TypoSearch {
  readonly query: Query;
  readonly doubtful: ReadonlySet<string>;
  readonly round: TypoRound;
  readonly matches: Matches;
}

/**
 * Restricts a result to the guest's view: no ancestor above the shared folder, and no item that has left it
 * meanwhile.
 */
const restrictToGuest = (found: FoundItem, guest: GuestActor): FoundItem[] => {
  if (found.trashed) return [];
  const { collection } = guest;
  const top = found.ancestors.findIndex(({ id }) => isShared(guest, id));
  if (top < 0 && collection?.members.has(found.item.id) !== true) return [];
  const ancestors = top < 0 ? [] : found.ancestors.slice(top);
  return [
    {
      ...found,
      ancestors: collection === undefined ? ancestors : [collectionAncestor(guest, collection), ...ancestors],
    },
  ];
};

const kindsOf = ({ type }: Pick<Scope, 'type'>): readonly Kind[] =>
  type === 'all' ? ['folder', 'file'] : [type];

/** Folders have neither a category nor a size, so a filter by these selects files alone. */
const scopeOf = (ownerId: string, { type, filter }: SearchRequest): Scope | undefined => {
  const isForFiles = [filter.category, filter.minSize, filter.maxSize].some((value) => value !== undefined);
  if (!isForFiles) return { ownerId, type, filter };
  return type === 'folder' ? undefined : { ownerId, type: 'file', filter };
};

export const createSearchService = ({ db, clock }: { db: Db; clock: Clock }): SearchService => {
  const walkWindow = createRateWindow({ ...limits.walkedByGuest, now: () => clock.now() });
  const enqueue = createKeyedQueue();
  const find = isPostgres(db) ? findWithTrigrams(db) : findWithFts(db);

  const collect = async (scope: Scope, query: Query, limit: number): Promise<Collected> => {
    const matches: Matches = new Map();
    const complete = new Set<Kind>();
    const collected = collectedFor(limit);
    const add = (candidates: readonly Candidate[]): void => {
      for (const candidate of candidates)
        if (contains(query, candidate.search_key))
          matches.set(candidate.id, { ...candidate, grade: gradeOf(query, candidate.search_key) });
    };
    const addAll = (answer: IndexAnswer): void => {
      add(answer.candidates);
      for (const kind of answer.complete) complete.add(kind);
    };
    const request = { accepts: (key: string) => contains(query, key), want: collected };
    const [everywhere, starts] = [anywhere(query), atWordStarts(query)];
    if (everywhere.length > 0) addAll(await find(scope, { ...request, groups: everywhere }));
    // The other kinds have many matches, so the best ones are collected tier by tier.
    for (const type of kindsOf(scope).filter((kind) => !complete.has(kind))) {
      const kind = { ...scope, type };
      const count = (worst: number) =>
        [...matches.values()].filter((match) => match.type === type && match.grade[0] <= worst).length;
      add(await listByBeginning(db, kind, { text: query.text, limit: collected }));
      if (starts.length > 0 && count(tiers.wordStart) < limit)
        add((await find(kind, { ...request, groups: starts })).candidates);
      if (count(tiers.anywhere) >= limit) continue;
      if (everywhere.length === 0) {
        const scanned = await scanFor(db, kind, { words: query.words, limit: collected });
        add(scanned);
        if (scanned.length < collected && (await isScannedWhole(db, kind))) complete.add(type);
      } else if (type === 'folder') addAll(await find(kind, { ...request, groups: everywhere }));
    }
    return { matches, complete };
  };

  /** Collects a guest's matches, which are found by letters alone. */
  const collectInSubtree = async (
    guest: GuestActor,
    query: Query,
    { scope, request }: { scope: Scope; request: SearchRequest },
  ): Promise<Collected<readonly Match[]>> => {
    const from = `${guest.linkId} ${networkOf(guest.caller?.address ?? '')}`;
    walkWindow.check(from);
    // Walking through a large folder takes long: a client's walks queue behind each other, and each link is
    // walked once at a time.
    return enqueue(from, () =>
      enqueue(guest.linkId, async () => {
        if (request.isClientGone()) return { matches: [], complete: new Set() };
        walkWindow.check(from);
        const { rootId, collection } = guest;
        const start =
          collection === undefined ? { folder: rootId } : { among: [...collection.members.keys()] };
        const kinds = kindsOf(scope);
        const { matches, complete, walked } = await searchSubtree(db, start, { ...request, query, kinds });
        walkWindow.count(from, walked + costPerSearch);
        return { matches, complete: new Set(complete ? kinds : []) };
      }),
    );
  };

  /** @returns the kinds without further names that match with typing errors */
  const addTypoMatches = async (
    scope: Scope,
    { query, doubtful, round, matches }: TypoSearch,
  ): Promise<readonly Kind[]> => {
    const groups = withTypos(query, doubtful, round);
    const distances = new Map<string, number>();
    const accepts = (key: string): boolean => {
      const distance = distanceOf(query, doubtful, key);
      if (distance !== undefined) distances.set(key, distance);
      return distance !== undefined;
    };
    const request = { groups, accepts, ...typoLimits };
    const { candidates, complete } = await find(scope, request);
    // Many files may have kept folders from being read.
    const ofFolders: IndexAnswer =
      complete.includes('folder') || scope.type !== 'all'
        ? { candidates: [], complete: [] }
        : await find({ ...scope, type: 'folder' }, request);
    for (const candidate of [...candidates, ...ofFolders.candidates]) {
      const distance = distances.get(candidate.search_key);
      if (distance === undefined || matches.has(candidate.id)) continue;
      matches.set(candidate.id, { ...candidate, grade: typoGrade(distance) });
    }
    return [...complete, ...ofFolders.complete];
  };

  /** Returns the words that may contain typing errors: of several words, those that no name contains. */
  const doubtfulOf = async (scope: Scope, { words }: Query): Promise<Set<string>> => {
    const able = words.filter((word) => typosIn(word) > 0);
    if (words.length === 1) return new Set(able);
    const doubtful = new Set<string>();
    for (const word of able) {
      const accepts = (key: string): boolean => contains({ text: word, words: [word] }, key);
      const { candidates } = await find(scope, { groups: [[[word]]], accepts, want: 1 });
      if (candidates.length === 0) doubtful.add(word);
      if (doubtful.size > maxDoubtful) return new Set();
    }
    return doubtful;
  };

  const addTypos = async (scope: Scope, query: Query, found: Collected): Promise<Collected> => {
    const { matches } = found;
    const before = matches.size;
    const doubtful = await doubtfulOf(scope, query);
    if (doubtful.size === 0) return found;
    let complete = await addTypoMatches(scope, { query, doubtful, round: 'selective', matches });
    if (matches.size === 0)
      complete = await addTypoMatches(scope, { query, doubtful, round: 'any', matches });
    // Typo searches without a match exclude nothing.
    return matches.size === before
      ? found
      : { matches, complete: new Set(complete.filter((kind) => found.complete.has(kind))) };
  };

  const collectAll = async (scope: Scope, query: Query, limit: number): Promise<Collected> => {
    const found = await collect(scope, query, limit);
    const enough = query.words.length === 1 ? minMatches : 1;
    return found.matches.size < enough ? addTypos(scope, query, found) : found;
  };

  const locate = async (lists: readonly (readonly Match[])[]): Promise<FoundItem[][]> => {
    const ids = lists.flat().map((match) => match.id);
    const [items, paths] = await Promise.all([listItems(db, ids), listPaths(db, ids)]);
    const rows = new Map(items.map((item) => [item.id, item]));
    return lists.map((list) =>
      list.flatMap(({ id }) => {
        const item = rows.get(id);
        const path = paths.get(id) ?? [];
        // The nearest trashed item above decides.
        const entry = path.findIndex((step) => step.deleted_at !== null);
        if (item === undefined || (entry >= 0 && path[entry]?.purged_at !== null)) return [];
        const above = path.slice(1, entry < 0 ? undefined : Math.max(1, entry + 1)).toReversed();
        const ancestors = above.map((step) => ({
          id: step.id,
          name: step.name,
          emoji: step.emoji,
          color: step.color,
        }));
        return [{ item, ancestors, trashed: entry >= 0 }];
      }),
    );
  };

  return {
    search: async (actor, request) => {
      const { limit } = request;
      const query = readQuery(request.query);
      const scope = scopeOf(actor.kind === 'guest' ? actor.ownerId : actor.id, request);
      if (query === undefined || scope === undefined) return { folders: nothing, files: nothing };
      const { matches, complete } =
        actor.kind === 'guest'
          ? await collectInSubtree(actor, query, { scope, request })
          : await collectAll(scope, query, limit);
      const all = [...matches.values()];
      // One match more tells whether there are others.
      const found = { folder: best(all, 'folder', limit + 1), file: best(all, 'file', limit + 1) };
      const lists = [found.folder.slice(0, limit), found.file.slice(0, limit)];
      const [folders = [], files = []] = await locate(lists);
      const listOf = (kind: Kind, items: FoundItem[]): FoundList => ({
        items: actor.kind === 'user' ? items : items.flatMap((item) => restrictToGuest(item, actor)),
        complete: !kindsOf(scope).includes(kind) || (complete.has(kind) && found[kind].length <= limit),
      });
      return { folders: listOf('folder', folders), files: listOf('file', files) };
    },
  };
};
