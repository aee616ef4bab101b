import type { Db } from '#db/database.ts';
import type { Candidate, FindByPieces, Groups, IndexQuery, Kind, OneKind } from './search.types.ts';
import { isScannedWhole } from './search.repo.ts';
import {
  estimate,
  findAmongNewest,
  findInIndex,
  findInTimeRanges,
  listTimes,
  scan,
  type TimeRange,
} from './trigram.repo.ts';

/**
 * Matches text of which pg_trgm makes trigrams: three letters or digits, or fewer at the beginning or end of
 * a word.
 */
const known = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;
/** Tells whether the index is selective: for symbols alone it would return everything. */
const isIndexed = (groups: Groups): boolean =>
  groups.some((alternatives) => alternatives.every((pieces) => pieces.some((piece) => known.test(piece))));

/** Number of time ranges that are sampled, and files of each. */
const rangeCount = 100;
const perRange = 100;
/** Rounds of sampling; the first one tells whether the others are worthwhile. */
const rounds = 5;

/** Divides time into ranges of about as many items. Items newer than the statistics are in the newest range. */
const timeRangesOf = (times: readonly number[]): TimeRange[] => {
  const step = Math.ceil(times.length / rangeCount);
  const ends = times.filter((_, index) => index % step === 0);
  return ends.map((end, index) => ({
    upTo: index === 0 ? Number.MAX_SAFE_INTEGER : end,
    after: ends[index + 1] ?? -1,
  }));
};

/**
 * Searches for frequent text in a few files of each time range, whatever lies between them.
 *
 * @returns fewer than wanted when more than a few files of each range would be needed
 */
const sampleByTime = async (
  db: Db,
  { ownerId, filter }: OneKind,
  { indexQuery, found }: { indexQuery: IndexQuery; found: readonly Candidate[] },
): Promise<Candidate[]> => {
  const ranges = timeRangesOf(await listTimes(db));
  const all = new Map(found.map((candidate) => [candidate.id, candidate]));
  for (let round = 0; round < rounds; round += 1) {
    const some = ranges.filter((_, index) => index % rounds === round);
    const before = all.size;
    for (const row of await findInTimeRanges(db, { ownerId, filter, ranges: some, perRange }, indexQuery))
      if (indexQuery.accepts(row.search_key)) all.set(row.id, row);
    const missing = indexQuery.want - all.size;
    // Each further round is expected to find as many as this one.
    if (missing <= 0 || (all.size - before) * (rounds - 1 - round) < missing) break;
  }
  return [...all.values()].slice(0, indexQuery.want);
};

const accepted = ({ accepts }: IndexQuery, rows: readonly Candidate[]): Candidate[] =>
  rows.filter((row) => accepts(row.search_key));

interface KindAnswer {
  readonly candidates: readonly Candidate[];
  readonly complete: boolean;
}

const queryIndex = async (db: Db, kind: OneKind, indexQuery: IndexQuery): Promise<KindAnswer> => {
  const limit = indexQuery.reads ?? indexQuery.want + 1;
  const rows = await findInIndex(db, kind, { groups: indexQuery.groups, want: limit });
  return { candidates: accepted(indexQuery, rows), complete: rows.length < limit };
};

interface Search {
  readonly db: Db;
  readonly manyFiles: number;
}

/** Finds files, preferably among the newest ones, in the way that is cheapest for the estimated number of matches. */
const findFiles = async (
  { db, manyFiles }: Search,
  kind: OneKind,
  indexQuery: IndexQuery,
): Promise<KindAnswer> => {
  const expected = await estimate(db, kind, indexQuery.groups);
  const all = expected < indexQuery.want ? await queryIndex(db, kind, indexQuery) : undefined;
  if (all?.complete === true) return all;
  const latest = accepted(indexQuery, await findAmongNewest(db, kind, indexQuery));
  if (latest.length >= indexQuery.want) return { candidates: latest, complete: false };
  if (all !== undefined) return all;
  if (expected >= manyFiles) {
    const spread = await sampleByTime(db, kind, { indexQuery, found: latest });
    if (spread.length >= indexQuery.want) return { candidates: spread, complete: false };
  }
  return queryIndex(db, kind, indexQuery);
};

const findKind = async (search: Search, kind: OneKind, indexQuery: IndexQuery): Promise<KindAnswer> => {
  const { db } = search;
  if (!isIndexed(indexQuery.groups)) {
    const rows = await scan(db, kind, indexQuery);
    const complete = rows.length < indexQuery.want && (await isScannedWhole(db, kind));
    return { candidates: accepted(indexQuery, rows), complete };
  }
  return kind.type === 'file' && indexQuery.reads === undefined
    ? findFiles(search, kind, indexQuery)
    : queryIndex(db, kind, indexQuery);
};

/**
 * Creates a search by the trigrams of pg_trgm (PostgreSQL).
 *
 * @param manyFiles number of files beyond which sampling is cheaper than the index, which lists all matches
 *   before the first one is read
 */
export const findWithTrigrams =
  (db: Db, manyFiles = 20_000): FindByPieces =>
  async (scope, indexQuery) => {
    const kinds: readonly Kind[] = scope.type === 'all' ? ['folder', 'file'] : [scope.type];
    const answers = await Promise.all(
      kinds.map(async (kind) => ({
        kind,
        ...(await findKind({ db, manyFiles }, { ...scope, type: kind }, indexQuery)),
      })),
    );
    return {
      candidates: answers.flatMap((answer) => answer.candidates),
      complete: answers.filter((answer) => answer.complete).map((answer) => answer.kind),
    };
  };
