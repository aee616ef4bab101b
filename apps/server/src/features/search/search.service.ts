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
import { listByBeginning, listItems, listPaths, scanFor } from './search.repo.ts';
import { findBelow } from './below.service.ts';
import type { Candidate, FoundItem, Kind, Scope, SearchResults } from './search.types.ts';
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
/** Nearly right names that are collected, and keys that are compared letter by letter for them in one round. */
const nearly = { want: 60, reads: 800 } as const;

/** What a search counts beside the items that it looks at. */
const eachSearch = 20_000;

type Matches = Map<string, Match>;

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

  const collect = async (scope: Scope, query: Query, limit: number): Promise<Matches> => {
    const matches: Matches = new Map();
    const collected = collectedFor(limit);
    const add = (candidates: readonly Candidate[]): void => {
      for (const candidate of candidates)
        if (contains(query, candidate.search_key))
          matches.set(candidate.id, { ...candidate, grade: gradeOf(query, candidate.search_key) });
    };
    const wish = { accepts: (key: string) => contains(query, key), want: collected };
    const [everywhere, starts] = [anywhere(query), atWordStarts(query)];
    let known: readonly Kind[] = [];
    if (everywhere.length > 0) {
      const { candidates, complete } = await find(scope, { ...wish, groups: everywhere });
      add(candidates);
      known = complete;
    }
    // Of the others there are many: those that match best are asked for one way after the other.
    for (const type of kindsOf(scope).filter((kind) => !known.includes(kind))) {
      const kind = { ...scope, type };
      const count = (worst: number) =>
        [...matches.values()].filter((match) => match.type === type && match.grade[0] <= worst).length;
      add(await listByBeginning(db, kind, { text: query.text, limit: collected }));
      if (starts.length > 0 && count(tiers.wordStart) < limit)
        add((await find(kind, { ...wish, groups: starts })).candidates);
      if (count(tiers.anywhere) >= limit) continue;
      if (everywhere.length === 0) add(await scanFor(db, kind, { words: query.words, limit: collected }));
      else if (type === 'folder') add((await find(kind, { ...wish, groups: everywhere })).candidates);
    }
    return matches;
  };

  /** What a guest may find: by the letters of the names alone. */
  const collectBelow = async (
    guest: GuestActor,
    query: Query,
    { scope, wish }: { scope: Scope; wish: SearchWish },
  ): Promise<Match[]> => {
    const from = `${guest.linkId} ${networkOf(guest.caller?.address ?? '')}`;
    pace.check(from);
    // A walk through a large folder takes long: whoever makes many waits for himself, and one link is walked once at a time.
    return inTurn(from, () =>
      inTurn(guest.linkId, async () => {
        if (wish.hasLeft()) return [];
        pace.check(from);
        const { rootId, collection } = guest;
        const start =
          collection === undefined ? { folder: rootId } : { among: [...collection.members.keys()] };
        const { matches, walked } = await findBelow(db, start, { ...wish, query, kinds: kindsOf(scope) });
        pace.count(from, walked + eachSearch);
        return matches;
      }),
    );
  };

  const addNearly = async (scope: Scope, { query, doubtful, round, matches }: NearlyWish): Promise<void> => {
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
    const ofFolders =
      complete.includes('folder') || scope.type !== 'all'
        ? []
        : (await find({ ...scope, type: 'folder' }, wish)).candidates;
    for (const candidate of [...candidates, ...ofFolders]) {
      const distance = distances.get(candidate.search_key);
      if (distance === undefined || matches.has(candidate.id)) continue;
      matches.set(candidate.id, { ...candidate, grade: typoGrade(distance) });
    }
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
    }
    return doubtful;
  };

  const addTypos = async (scope: Scope, query: Query, matches: Matches): Promise<void> => {
    const doubtful = await doubtfulOf(scope, query);
    if (doubtful.size === 0) return;
    await addNearly(scope, { query, doubtful, round: 'telling', matches });
    if (matches.size === 0) await addNearly(scope, { query, doubtful, round: 'vague', matches });
  };

  const collectAll = async (scope: Scope, query: Query, limit: number): Promise<Matches> => {
    const matches = await collect(scope, query, limit);
    const enough = query.words.length === 1 ? few : 1;
    if (matches.size < enough) await addTypos(scope, query, matches);
    return matches;
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
      if (query === undefined || scope === undefined) return { folders: [], files: [] };
      const matches =
        actor.kind === 'guest'
          ? await collectBelow(actor, query, { scope, wish })
          : [...(await collectAll(scope, query, limit)).values()];
      const bestOf = (kind: Kind) => (kindsOf(scope).includes(kind) ? best(matches, kind, limit) : []);
      const [folders = [], files = []] = await locate([bestOf('folder'), bestOf('file')]);
      if (actor.kind === 'user') return { folders, files };
      const known = (found: readonly FoundItem[]) => found.flatMap((item) => withinOf(item, actor));
      return { folders: known(folders), files: known(files) };
    },
  };
};
