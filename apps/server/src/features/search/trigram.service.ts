import type { Db } from '#db/database.ts';
import type { Candidate, FindByPieces, Groups, IndexWish, Kind, OneKind } from './search.types.ts';
import { isScannedWhole } from './search.repo.ts';
import {
  estimate,
  findAmongNewest,
  findInIndex,
  findInStretches,
  listTimes,
  scan,
  type Stretch,
} from './trigram.repo.ts';

/** What pg_trgm makes trigrams of: three letters or digits, or fewer where a word begins or ends. */
const known = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;
/** Whether the index leads to what is looked for: of signs and pictures alone it would name everything. */
const isIndexed = (groups: Groups): boolean =>
  groups.some((alternatives) => alternatives.every((pieces) => pieces.some((piece) => known.test(piece))));

/** Stretches of time that files are looked through in, and files of each. */
const stretchCount = 100;
const each = 100;
/** Goes in which that is done: the first says whether the others are worth while. */
const goes = 5;

/** Cuts all of the time into stretches of about as many items; what came since the statistics were made is in the newest. */
const stretchesOf = (times: readonly number[]): Stretch[] => {
  const step = Math.ceil(times.length / stretchCount);
  const ends = times.filter((_, index) => index % step === 0);
  return ends.map((end, index) => ({
    upTo: index === 0 ? Number.MAX_SAFE_INTEGER : end,
    after: ends[index + 1] ?? -1,
  }));
};

/**
 * Looks for what is in very many names among a few files of every time, whatever lies between them.
 *
 * @returns fewer than are wanted where it would take more than a few of each time to find as many
 */
const findHereAndThere = async (
  db: Db,
  { ownerId, filter }: OneKind,
  { wish, found }: { wish: IndexWish; found: readonly Candidate[] },
): Promise<Candidate[]> => {
  const stretches = stretchesOf(await listTimes(db));
  const all = new Map(found.map((candidate) => [candidate.id, candidate]));
  for (let go = 0; go < goes; go += 1) {
    const some = stretches.filter((_, index) => index % goes === go);
    const before = all.size;
    for (const row of await findInStretches(db, { ownerId, filter, stretches: some, each }, wish))
      if (wish.accepts(row.search_key)) all.set(row.id, row);
    const missing = wish.want - all.size;
    // As many as this go has found are what each of the others may find.
    if (missing <= 0 || (all.size - before) * (goes - 1 - go) < missing) break;
  }
  return [...all.values()].slice(0, wish.want);
};

const accepted = ({ accepts }: IndexWish, rows: readonly Candidate[]): Candidate[] =>
  rows.filter((row) => accepts(row.search_key));

interface OfOneKind {
  readonly candidates: readonly Candidate[];
  readonly complete: boolean;
}

const askIndex = async (db: Db, kind: OneKind, wish: IndexWish): Promise<OfOneKind> => {
  const limit = wish.reads ?? wish.want + 1;
  const rows = await findInIndex(db, kind, { groups: wish.groups, want: limit });
  return { candidates: accepted(wish, rows), complete: rows.length < limit };
};

interface Search {
  readonly db: Db;
  readonly veryMany: number;
}

/** Files, the newest ones where there are enough among them; whichever way is cheaper for as many as there may be. */
const findFiles = async ({ db, veryMany }: Search, kind: OneKind, wish: IndexWish): Promise<OfOneKind> => {
  const expected = await estimate(db, kind, wish.groups);
  const all = expected < wish.want ? await askIndex(db, kind, wish) : undefined;
  if (all?.complete === true) return all;
  const latest = accepted(wish, await findAmongNewest(db, kind, wish));
  if (latest.length >= wish.want) return { candidates: latest, complete: false };
  if (all !== undefined) return all;
  if (expected >= veryMany) {
    const spread = await findHereAndThere(db, kind, { wish, found: latest });
    if (spread.length >= wish.want) return { candidates: spread, complete: false };
  }
  return askIndex(db, kind, wish);
};

const findKind = async (search: Search, kind: OneKind, wish: IndexWish): Promise<OfOneKind> => {
  const { db } = search;
  if (!isIndexed(wish.groups)) {
    const rows = await scan(db, kind, wish);
    const complete = rows.length < wish.want && (await isScannedWhole(db, kind));
    return { candidates: accepted(wish, rows), complete };
  }
  return kind.type === 'file' && wish.reads === undefined
    ? findFiles(search, kind, wish)
    : askIndex(db, kind, wish);
};

/**
 * By the trigrams of pg_trgm (PostgreSQL).
 *
 * @param veryMany files from which on looking here and there is cheaper than the index, which names all before the first is read
 */
export const findWithTrigrams =
  (db: Db, veryMany = 20_000): FindByPieces =>
  async (scope, wish) => {
    const kinds: readonly Kind[] = scope.type === 'all' ? ['folder', 'file'] : [scope.type];
    const answers = await Promise.all(
      kinds.map(async (kind) => ({
        kind,
        ...(await findKind({ db, veryMany }, { ...scope, type: kind }, wish)),
      })),
    );
    return {
      candidates: answers.flatMap((answer) => answer.candidates),
      complete: answers.filter((answer) => answer.complete).map((answer) => answer.kind),
    };
  };
