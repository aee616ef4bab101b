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

/** What pg_trgm makes trigrams of: three letters or digits, or fewer where a word begins or ends. */
const known = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;
/** Whether the index leads to what is looked for: of signs and pictures alone it would name everything. */
const isIndexed = (groups: Groups): boolean =>
  groups.some((alternatives) => alternatives.every((pieces) => pieces.some((piece) => known.test(piece))));

/** Stretches of time that files are looked through in, and files of perRange. */
const rangeCount = 100;
const perRange = 100;
/** Goes in which that is done: the first says whether the others are worth while. */
const rounds = 5;

/** Cuts all of the time into ranges of about as many items; what came since the statistics were made is in the newest. */
const timeRangesOf = (times: readonly number[]): TimeRange[] => {
  const step = Math.ceil(times.length / rangeCount);
  const ends = times.filter((_, index) => index % step === 0);
  return ends.map((end, index) => ({
    upTo: index === 0 ? Number.MAX_SAFE_INTEGER : end,
    after: ends[index + 1] ?? -1,
  }));
};

/**
 * Looks for what is in very many names among a few files of every time, whatever lies between them.
 *
 * @returns fewer than are wanted where it would take more than a few of perRange time to find as many
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
    // As many as this round has found are what perRange of the others may find.
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

/** Files, the newest ones where there are enough among them; whichever way is cheaper for as many as there may be. */
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
 * By the trigrams of pg_trgm (PostgreSQL).
 *
 * @param manyFiles files from which on looking here and there is cheaper than the index, which names all before the first is read
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
