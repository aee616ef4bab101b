import { z } from 'zod';

/** Every row of the product is named by a UUIDv7: sortable by time, safe to make on any node. */
export const id = z.uuidv7();

/** The start of a listing: a folder's id, or `root` for the top of the account. */
export const folderRef = z.union([z.literal('root'), id]);
export type FolderRef = z.output<typeof folderRef>;
