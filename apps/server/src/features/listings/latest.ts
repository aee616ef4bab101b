import { setImmediate } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { listTrashed } from '#features/files/index.ts';
import { listFiles, listRecent, type Moment } from './latest.repo.ts';
import type { LatestFiles } from './listings.types.ts';

/** Index entries that one look goes through at the most: a few milliseconds, with others' turns in between. */
const largestWindow = 25_000;
/** Index entries of the first look: where little of what is new is in the trash, no more need be gone through. */
const firstWindow = 1_000;
/** By how much the next look goes further. */
const widening = 5;
/** Looks that are taken: who has put millions of new files into the trash sees fewer. */
const maxLooks = 122;

const windowOf = (look: number): number => Math.min(largestWindow, firstWindow * widening ** look);

/**
 * The newest files that are not in the trash. A file does not know that a folder above it is there: the
 * folders of the files found are looked at, and those that are in the trash are passed over from then on.
 */
export const findLatest = async (db: Db, ownerId: string, limit: number): Promise<LatestFiles> => {
  // One more tells that there are others.
  const want = limit + 1;
  const trashed = new Set<string>();
  const live = new Set<string>();
  const found: string[] = [];
  let before: Moment | undefined;
  for (let look = 0; look < maxLooks && found.length < want; look += 1) {
    const { files, end } = await listRecent(db, {
      ownerId,
      before,
      window: windowOf(look),
      without: [...trashed],
      limit: 2 * want,
    });
    const unknown = new Set(
      files.flatMap(({ parent_id: parent }) =>
        parent === null || live.has(parent) || trashed.has(parent) ? [] : [parent],
      ),
    );
    const gone = await listTrashed(db, [...unknown]);
    for (const id of unknown) (gone.has(id) ? trashed : live).add(id);
    found.push(
      ...files
        .filter(({ parent_id: parent }) => parent === null || !trashed.has(parent))
        .map((file) => file.id),
    );
    if (end === undefined) break;
    before = end;
    await setImmediate();
  }
  return { files: await listFiles(db, found.slice(0, limit)), limit, more: found.length > limit };
};
