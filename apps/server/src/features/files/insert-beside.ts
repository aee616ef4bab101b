import type { Trx } from '#db/database.ts';
import type { ItemRow } from '#db/tables/files.ts';
import type { GuestAccess } from '#features/links/index.ts';
import type { Actor } from '#lib/actor.ts';
import { createId } from '#ports/ids.ts';
import { type ContentColumns, updateContent } from './contents.repo.ts';
import { locateItem } from './item-gate.ts';
import { destinationOf, insertAt } from './item-tree.ts';
import { recordCreation } from './ledger.ts';

/** A file, and the content of the new one beside it. */
export interface FileBeside {
  readonly actor: Actor;
  readonly item: ItemRow;
  /** Its blob has a row; the new file counts against the owner's quota, which is up to the caller. */
  readonly content: ContentColumns;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Makes a new file beside another one, under its name with a number.
 *
 * @throws item.not_found where the actor may add nothing there
 */
export const insertBeside = async (
  trx: Trx,
  guests: GuestAccess,
  { actor, item, content, now }: FileBeside,
): Promise<ItemRow> => {
  const { parent_id: id, name } = item;
  const parent = id === null ? undefined : await locateItem(trx, actor, { id, action: 'add' });
  const { id: copyId } = await insertAt(trx, destinationOf(actor, parent), {
    id: createId(now),
    type: 'file',
    name,
    blob_id: content.blobId,
    size: content.size,
    mimetype: content.mimetype,
    category: content.category,
    created_at: now,
    modified_at: content.modifiedAt,
    onConflict: 'rename',
  });
  // Thumbnails and damage of the bytes may be known already.
  const copy = await updateContent(trx, copyId, content);
  await recordCreation(guests, { trx, actor, now }, copy);
  return copy;
};
