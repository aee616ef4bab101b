import type { Db } from '#db/database.ts';
import type { ShareRow } from '#db/tables/links.ts';
import { listTrashed } from '#features/files/index.ts';
import { isCollectionLink } from '#features/links/index.ts';
import type { Collection, CollectionMember } from '#lib/actor.ts';
import { listMemberRows } from './collections.repo.ts';

/**
 * Finds the items that guests of collections see, by collection, in two queries. An item in the trash is left out
 * until it is restored.
 */
export const findMembers = async (
  db: Db,
  shareIds: readonly string[],
): Promise<Map<string, Map<string, CollectionMember>>> => {
  if (shareIds.length === 0) return new Map();
  const rows = await listMemberRows(db, shareIds);
  const away = await listTrashed(db, [...new Set(rows.flatMap(({ parent_id: parent }) => parent ?? []))]);
  const found = new Map(shareIds.map((id) => [id, new Map<string, CollectionMember>()]));
  for (const { share_id: shareId, id, type, size, parent_id: parent } of rows)
    if (parent === null || !away.has(parent)) found.get(shareId)?.set(id, { type, size });
  return found;
};

/** Returns the collection of a link to several items; undefined for a link to one item. */
export const findCollection = async (
  db: Db,
  share: Pick<ShareRow, 'id' | 'item_id' | 'name' | 'created_at'>,
): Promise<Collection | undefined> => {
  if (!isCollectionLink(share)) return undefined;
  const members = (await findMembers(db, [share.id])).get(share.id) ?? new Map<string, CollectionMember>();
  return { name: share.name ?? '', createdAt: share.created_at, members };
};
