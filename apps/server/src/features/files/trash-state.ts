import type { Db } from '#db/database.ts';
import { listFoldersAbove } from './gate.repo.ts';

/** Returns the folders that are gone or in the trash, by themselves or by a folder above them. */
export const listTrashed = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  const folders = new Map((await listFoldersAbove(db, ids)).map((folder) => [folder.id, folder]));
  const answers = new Map<string, boolean>();
  const isTrashed = (id: string | null): boolean => {
    if (id === null) return false;
    const known = answers.get(id);
    if (known !== undefined) return known;
    // A cycle in damaged data must not loop forever: a folder inside itself counts as trashed.
    answers.set(id, true);
    const folder = folders.get(id);
    const answer =
      folder === undefined ||
      folder.deleted_at !== null ||
      folder.purged_at !== null ||
      isTrashed(folder.parent_id);
    answers.set(id, answer);
    return answer;
  };
  return new Set(ids.filter(isTrashed));
};

/** Returns for each root the folders that are it, or lie below it. */
export const listWithin = async (
  db: Db,
  folderIds: readonly string[],
  rootIds: readonly string[],
): Promise<Map<string, string[]>> => {
  const within = new Map<string, string[]>();
  if (folderIds.length === 0) return within;
  const folders = new Map((await listFoldersAbove(db, folderIds)).map((folder) => [folder.id, folder]));
  const roots = new Set(rootIds);
  for (const id of folderIds) {
    const seen = new Set<string>();
    for (let next: string | null = id; next !== null && !seen.has(next);) {
      if (roots.has(next)) within.set(next, [...(within.get(next) ?? []), id]);
      seen.add(next);
      next = folders.get(next)?.parent_id ?? null;
    }
  }
  return within;
};
