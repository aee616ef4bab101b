import type { Db } from '#db/database.ts';
import type { ItemRow } from '#db/tables/files.ts';
import type { Actor } from '#http/actor.ts';
import { AppError } from '#lib/app-error.ts';
import { itemNotFound } from './files.errors.ts';
import { type FileAction, maySee, restrictionOn } from './files.policy.ts';
import { findItem } from './files.repo.ts';

/** Looks an item up for an actor on a database or inside a transaction; see `FilesService.resolve`. */
export const resolveItem = async (
  db: Db,
  actor: Actor,
  { id, action }: { id: string; action: FileAction },
): Promise<ItemRow> => {
  const item = await findItem(db, id);
  if (item === undefined || !maySee(actor, item)) throw itemNotFound();
  const restriction = action === 'download' ? restrictionOn(actor, 'download') : undefined;
  if (restriction !== undefined) throw new AppError(restriction);
  return item;
};
