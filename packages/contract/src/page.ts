import { z } from 'zod';
import { id } from './ids.ts';

export const sortFields = ['created_at', 'name', 'size', 'modified_at'] as const;
export type SortField = (typeof sortFields)[number];
/** The trash is also sorted by when something was deleted. */
const trashSortFields = [...sortFields, 'deleted_at'] as const;
export type TrashSortField = (typeof trashSortFields)[number];
const sortDirections = ['ASC', 'DESC'] as const;
export type SortDirection = (typeof sortDirections)[number];

/** Entries in one page of a listing: the default, and the most that may be asked for. */
export const pageLimits = { default: 500, max: 1000 } as const;

/** `?sort=&direction=&offset=&limit=` of every listing (specification section 9: created_at DESC). */
export const listingQuery = z.strictObject({
  sort: z.enum(sortFields).default('created_at'),
  direction: z.enum(sortDirections).default('DESC'),
  offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  limit: z.coerce.number().int().min(1).max(pageLimits.max).default(pageLimits.default),
});
export type ListingQuery = z.output<typeof listingQuery>;

/** The query of listings that can be asked where an item is. */
export const aroundItem = {
  /** Asks for the page that this item is on, in whole pages of `limit`; `offset` then counts for nothing. */
  around: id.optional(),
};

/** Which part of how many entries a page is. */
export const pageMeta = z.object({
  total: z.number().int(),
  offset: z.number().int(),
  limit: z.number().int(),
});

/**
 * As `listingQuery`; the trash begins with the item that was deleted last. In a folder of it that stands for
 * `created_at`.
 */
export const trashQuery = listingQuery.extend({ sort: z.enum(trashSortFields).default('deleted_at') });
export type TrashQuery = z.output<typeof trashQuery>;
