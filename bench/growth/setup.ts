/** Folders that are alike in accounts of every size, with files that have bytes. */
import { sql } from 'kysely';
import type { SeedContext } from '../account/scenario.ts';
import { plantBlob } from '../account/seed/archives.ts';
import { openPlace, type Place } from '../lib/holdall.ts';
import { type PlantedBlob, plantFiles, plantFolder } from '../lib/plant.ts';
import type { Touched } from './action.ts';

/** Blobs that all of these files share, and bytes of each. */
const blobCount = 100;
const blobSize = 1_024;

export interface TouchedSpec {
  /** Files in each folder. */
  readonly count: number;
  /** Folders that are there to be deleted. */
  readonly toDelete: number;
}

const nameOf = (index: number): string =>
  index === 0 ? 'zebrafish.txt' : `touched ${String(index).padStart(6, '0')}.txt`;

const plantAll = async (context: SeedContext, specs: readonly TouchedSpec[]): Promise<Touched[]> => {
  const blobs: PlantedBlob[] = [];
  for (let index = 0; index < blobCount; index += 1) blobs.push(await plantBlob(context, blobSize));
  const plantOne = async (count: number, name: string): Promise<string> => {
    const folder = await plantFolder(context, { name, parentId: null });
    const files = Array.from({ length: count }, (_, index) => ({
      name: nameOf(index),
      id: blobs[index % blobs.length]?.id ?? '',
      size: blobSize,
    }));
    await plantFiles(context, folder, files);
    return folder;
  };
  const planted: Touched[] = [];
  for (const [number, { count, toDelete }] of specs.entries()) {
    const folder = await plantOne(count, `touched ${number}`);
    const doomed = [];
    for (let index = 0; index < toDelete; index += 1)
      doomed.push(await plantOne(count, `to be deleted ${number} ${index}`));
    planted.push({ count, folder, toDelete: doomed });
  }
  const files = specs.reduce((sum, { count, toDelete }) => sum + count * (1 + toDelete), 0);
  await context.db
    .updateTable('user_storage')
    .set(({ eb }) => ({ others: eb('others', '+', files * blobSize) }))
    .where('user_id', '=', context.ownerId)
    .execute();
  return planted;
};

/**
 * Inserts folders and their files at the top of an account whose server is stopped, one set for each
 * specification.
 */
export const plantTouched = async (
  place: Place,
  ownerId: string,
  specs: readonly TouchedSpec[],
): Promise<Touched[]> => {
  const db = openPlace(place);
  try {
    // In one go: a commit for every few hundred rows would take longer than the rows.
    const planted = await db
      .transaction()
      .execute((trx) => plantAll({ db: trx, dataDir: place.dataDir, ownerId }, specs));
    // Statistics of the query planner are up to date, as in accounts that have grown.
    await sql.raw(place.postgresUrl === undefined ? 'analyze' : 'vacuum analyze').execute(db);
    return planted;
  } finally {
    await db.destroy();
  }
};
