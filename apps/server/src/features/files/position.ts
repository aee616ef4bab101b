import type { ListingQuery } from '@holdall/contract/page';
import type { Db } from '#db/database.ts';
import { countBefore, findInContainer } from './position.repo.ts';

/** A listing in one order, folders first. */
export interface OrderedContainer extends Pick<ListingQuery, 'sort' | 'direction'> {
  /** The folder, or at the top the owner. */
  readonly container: string;
  /** Number of its folders. */
  readonly folders: number;
}

/** Returns the position of an item in a listing, from 0; null when it is not listed. */
export const positionOf = async (
  db: Db,
  id: string,
  { container, folders, sort, direction }: OrderedContainer,
): Promise<number | null> => {
  const item = await findInContainer(db, container, id);
  if (item === undefined) return null;
  if (item.type === 'file') return folders + (await countBefore(db, item, { sort, direction }));
  // Folders have no size, so a sort by size lists them by name.
  return countBefore(db, item, { sort: sort === 'size' ? 'name' : sort, direction });
};
