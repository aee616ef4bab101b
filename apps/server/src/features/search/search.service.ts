import type { Db } from '#db/database.ts';
import type { ItemFilter } from '#db/item-filter.ts';
import { isPostgres } from '#db/item-set.ts';
import { limits } from '#features/auth/index.ts';
import { collectionAncestor, isShared } from '#features/files/index.ts';
import type { GuestActor, UserActor } from '#http/actor.ts';
import { createInTurn } from '#lib/in-turn.ts';
import { createPace } from '#lib/pace.ts';
import { networkOf } from '#lib/network-of.ts';
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
import { findBelow } from './below.service.ts';
import type {
  Candidate,
  FoundItem,
  FoundList,
  IndexAnswer,
  Kind,
  Scope,
  SearchResults,
} from './search.types.ts';
import { findWithTrigrams } from './trigram.service.ts';
import { distanceOf, type TypoRound, typosIn, withTypos } from './typos.rules.ts';

export interface SearchWish {
  readonly query: string;
  /** Results of each kind at the most. */
  readonly limit: number;
  readonly type: 'all' | 'folder' | 'file';
  readonly filter: ItemFilter;
  /** Whether nobody waits for the answer any more. */
  readonly hasLeft: () => boolean;
}

export interface SearchService {
  /** Items of the actor's account by name, best first, those in the trash among them; of guests, what is below the shared folder. @throws limit.too_many of guests */
  search(actor: UserActor | GuestActor, wish: SearchWish): Promise<SearchResults>;
}

/** Matches of one kind that are collected, for results of that number, before the best are chosen. */
const collectedFor = (limit: number): number => Math.max(150, Math.ceil(1.5 * limit));
/** With fewer matches of a single word than this, names that are nearly right are shown as well. */
const few = 3;
/** Words of one query that are guessed at: where more are in no name, something else was meant. */
const mostDoubtful = 4;
/** Nearly right names that are collected, and keys that are compared letter by letter for them in one round. */
const nearly = { want: 60, reads: 800 } as const;

/** What a search counts beside the items that it looks at. */
const eachSearch = 20_000;

const nothing: FoundList = { items: [], complete: true };

type Matches = Map<string, Match>;

/** What was found, and the kinds of which nothing else matches. */
interface Collected<Found = Matches> {
  readonly matches: Found;
  readonly complete: ReadonlySet<Kind>;
}

interface NearlyWish {
  readonly query: Query;
  readonly doubtful: ReadonlySet<string>;
  readonly round: TypoRound;
  readonly matches: Matches;
}

/** What was found as a guest may know it: nothing above the shared folder; nothing that has left it meanwhile. */
const withinOf = (found: FoundItem, guest: GuestActor): FoundItem[] => {
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

/** Folders have neither a category nor a size: a filter by these asks for files alone. */
const scopeOf = (ownerId: string, { type, filter }: SearchWish): Scope | undefined => {
  const isForFiles = [filter.category, filter.minSize, filter.maxSize].some((value) => value !== undefined);
  if (!isForFiles) return { ownerId, type, filter };
  return type === 'folder' ? undefined : { ownerId, type: 'file', filter };
};

export const createSearchService = ({ db, clock }: { db: Db; clock: Clock }): SearchService => {
  const pace = createPace({ ...limits.walkedByGuest, now: () => clock.now() });
  const inTurn = createInTurn();
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
    const wish = { accepts: (key: string) => contains(query, key), want: collected };
    const [everywhere, starts] = [anywhere(query), atWordStarts(query)];
    if (everywhere.length > 0) addAll(await find(scope, { ...wish, groups: everywhere }));
    // Of the others there are many: those that match best are asked for one way after the other.
    for (const type of kindsOf(scope).filter((kind) => !complete.has(kind))) {
      const kind = { ...scope, type };
      const count = (worst: number) =>
        [...matches.values()].filter((match) => match.type === type && match.grade[0] <= worst).length;
      add(await listByBeginning(db, kind, { text: query.text, limit: collected }));
      if (starts.length > 0 && count(tiers.wordStart) < limit)
        add((await find(kind, { ...wish, groups: starts })).candidates);
      if (count(tiers.anywhere) >= limit) continue;
      if (everywhere.length === 0) {
        const scanned = await scanFor(db, kind, { words: query.words, limit: collected });
        add(scanned);
        if (scanned.length < collected && (await isScannedWhole(db, kind))) complete.add(type);
      } else if (type === 'folder') addAll(await find(kind, { ...wish, groups: everywhere }));
    }
    return { matches, complete };
  };

  /** What a guest may find: by the letters of the names alone. */
  const collectBelow = async (
    guest: GuestActor,
    query: Query,
    { scope, wish }: { scope: Scope; wish: SearchWish },
  ): Promise<Collected<readonly Match[]>> => {
    const from = `${guest.linkId} ${networkOf(guest.caller?.address ?? '')}`;
    pace.check(from);
    // A walk through a large folder takes long: whoever makes many waits for himself, and one link is walked once at a time.
    return inTurn(from, () =>
      inTurn(guest.linkId, async () => {
        if (wish.hasLeft()) return { matches: [], complete: new Set() };
        pace.check(from);
        const { rootId, collection } = guest;
        const start =
          collection === undefined ? { folder: rootId } : { among: [...collection.members.keys()] };
        const kinds = kindsOf(scope);
        const { matches, complete, walked } = await findBelow(db, start, { ...wish, query, kinds });
        pace.count(from, walked + eachSearch);
        return { matches, complete: new Set(complete ? kinds : []) };
      }),
    );
  };

  /** @returns the kinds of which no other name is nearly right */
  const addNearly = async (
    scope: Scope,
    { query, doubtful, round, matches }: NearlyWish,
  ): Promise<readonly Kind[]> => {
    const groups = withTypos(query, doubtful, round);
    const distances = new Map<string, number>();
    const accepts = (key: string): boolean => {
      const distance = distanceOf(query, doubtful, key);
      if (distance !== undefined) distances.set(key, distance);
      return distance !== undefined;
    };
    const wish = { groups, accepts, ...nearly };
    const { candidates, complete } = await find(scope, wish);
    // Many files may have kept folders from being looked at.
    const ofFolders: IndexAnswer =
      complete.includes('folder') || scope.type !== 'all'
        ? { candidates: [], complete: [] }
        : await find({ ...scope, type: 'folder' }, wish);
    for (const candidate of [...candidates, ...ofFolders.candidates]) {
      const distance = distances.get(candidate.search_key);
      if (distance === undefined || matches.has(candidate.id)) continue;
      matches.set(candidate.id, { ...candidate, grade: typoGrade(distance) });
    }
    return [...complete, ...ofFolders.complete];
  };

  /** Words that may have been typed with errors: of several, those that no name contains. */
  const doubtfulOf = async (scope: Scope, { words }: Query): Promise<Set<string>> => {
    const able = words.filter((word) => typosIn(word) > 0);
    if (words.length === 1) return new Set(able);
    const doubtful = new Set<string>();
    for (const word of able) {
      const accepts = (key: string): boolean => contains({ text: word, words: [word] }, key);
      const { candidates } = await find(scope, { groups: [[[word]]], accepts, want: 1 });
      if (candidates.length === 0) doubtful.add(word);
      if (doubtful.size > mostDoubtful) return new Set();
    }
    return doubtful;
  };

  const addTypos = async (scope: Scope, query: Query, found: Collected): Promise<Collected> => {
    const { matches } = found;
    const before = matches.size;
    const doubtful = await doubtfulOf(scope, query);
    if (doubtful.size === 0) return found;
    let complete = await addNearly(scope, { query, doubtful, round: 'telling', matches });
    if (matches.size === 0) complete = await addNearly(scope, { query, doubtful, round: 'vague', matches });
    // Guesses that have led to nothing leave nothing out.
    return matches.size === before
      ? found
      : { matches, complete: new Set(complete.filter((kind) => found.complete.has(kind))) };
  };

  const collectAll = async (scope: Scope, query: Query, limit: number): Promise<Collected> => {
    const found = await collect(scope, query, limit);
    const enough = query.words.length === 1 ? few : 1;
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
        // Whatever is in the trash is there by the nearest item that was put there.
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
    search: async (actor, wish) => {
      const { limit } = wish;
      const query = readQuery(wish.query);
      const scope = scopeOf(actor.kind === 'guest' ? actor.ownerId : actor.id, wish);
      if (query === undefined || scope === undefined) return { folders: nothing, files: nothing };
      const { matches, complete } =
        actor.kind === 'guest'
          ? await collectBelow(actor, query, { scope, wish })
          : await collectAll(scope, query, limit);
      const all = [...matches.values()];
      // One more tells that there are others.
      const found = { folder: best(all, 'folder', limit + 1), file: best(all, 'file', limit + 1) };
      const lists = [found.folder.slice(0, limit), found.file.slice(0, limit)];
      const [folders = [], files = []] = await locate(lists);
      const listOf = (kind: Kind, items: FoundItem[]): FoundList => ({
        items: actor.kind === 'user' ? items : items.flatMap((item) => withinOf(item, actor)),
        complete: !kindsOf(scope).includes(kind) || (complete.has(kind) && found[kind].length <= limit),
      });
      return { folders: listOf('folder', folders), files: listOf('file', files) };
    },
  };
};
