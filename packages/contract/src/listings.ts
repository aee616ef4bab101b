import { z } from 'zod';
import { appEndpoints } from './app.endpoints.ts';
import { itemEndpoints } from './items.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { ancestor, browse, category, item } from './files.ts';
import { folderRef, id } from './ids.ts';
import { latestLimits } from './limits.ts';
import { namedFolder } from './named-folder.ts';
import { aroundItem, listingQuery, pageMeta, trashQuery } from './page.ts';
import { favouriteLists } from './users.ts';

export const browseLatest = endpoint({
  ...appEndpoints.browseLatest,
  access: 'user',
  tag: 'Files',
  summary:
    'The newest files, newest first: 100, or as many as `limit` says. Each says in which folder it is.',
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(latestLimits.max).default(latestLimits.default),
  }),
  answers: {
    200: browse.extend({
      /** True if there are older files; `meta` counts those of this answer. */
      more: z.boolean(),
    }),
  },
});

export const browseShared = endpoint({
  ...appEndpoints.browseShared,
  access: 'user',
  tag: 'Files',
  summary: 'Your items that have a live link.',
  query: listingQuery,
  answers: { 200: browse },
});

export const browseTrash = endpoint({
  ...appEndpoints.browseTrash,
  access: 'user',
  tag: 'Trash',
  summary: 'The trash (`root`), or a folder in it.',
  params: z.strictObject({ id: folderRef }),
  query: trashQuery.extend(aroundItem),
  answers: {
    200: browse.extend({
      /**
       * The totals of `root`: all that emptying deletes, the content of folders included. With the first page, unless
       * `around` has led there, and left out where counting would take too long.
       */
      trash: z.object({ items: z.number().int(), size: z.number().int() }).optional(),
    }),
  },
  errors: ['item.not_found'],
});

export interface Tree {
  readonly id: string;
  readonly name: string;
  readonly emoji: string | null;
  readonly color: string | null;
  /** Items directly in it. */
  readonly items: number;
  /** Folders directly in it. */
  readonly folders_count: number;
  /** Empty where they were not asked for; `folders_count` tells. */
  readonly folders: Tree[];
}

const node = {
  ...namedFolder.shape,
  items: z.number().int(),
  folders_count: z.number().int(),
};

export const browseNavigation = endpoint({
  ...itemEndpoints.browseNavigation,
  access: 'user',
  tag: 'Files',
  summary: 'The tree of folders: its first two levels, or with `parent_id` the folders of one, by name.',
  query: listingQuery.pick({ offset: true }).extend({ parent_id: id.optional() }),
  answers: {
    200: z.object({
      data: z.array(
        z.object({ ...node, folders: z.array(z.object({ ...node, folders: z.array(z.never()) })) }),
      ),
      meta: pageMeta,
    }),
  },
  errors: ['item.not_found'],
});

export const favouriteLimit = 200;
const favouritesBody = z.strictObject({
  /** Folders and files; named so since files became favourites later. */
  folders: z.array(z.strictObject({ id })).min(1).max(favouriteLimit),
});

export const addFavourites = endpoint({
  ...itemEndpoints.addFavourites,
  access: 'user',
  tag: 'Favourites',
  summary: 'Keep folders and files at hand; those that are already stay where they are.',
  body: favouritesBody,
  bodyKind: 'json',
  answers: { 200: favouriteLists },
  errors: ['item.not_found', 'favourite.too_many'],
});

export const orderFavourites = endpoint({
  ...itemEndpoints.orderFavourites,
  access: 'user',
  tag: 'Favourites',
  summary: 'Put the favourites in this order; those that are not named follow as they were.',
  body: favouritesBody,
  bodyKind: 'json',
  answers: { 200: favouriteLists },
  errors: ['item.not_found'],
});

export const removeFavourite = endpoint({
  ...itemEndpoints.removeFavourite,
  access: 'user',
  tag: 'Favourites',
  summary: 'Take a folder or file from the favourites.',
  params: z.strictObject({ id }),
  answers: { 200: favouriteLists },
  errors: ['item.not_found'],
});

/** Results of one search: of folders so many at the most, and of files as many. */
export const searchLimits = { default: 50, max: 500 } as const;

/** A result: an item, where it is, and whether it lies in the trash. */
export const found = z.object({
  data: item.shape.data,
  meta: z.object({ ancestors: z.array(ancestor), trashed: z.boolean() }),
});
export type Found = z.output<typeof found>;

const foundList = z.object({
  data: z.array(found),
  /**
   * False if other items of this kind may match: more than `limit` do, or not every name was looked at. Then `data`
   * are the best of those found, and more words find others. True of a kind that was not asked for.
   */
  complete: z.boolean(),
});
export type FoundList = z.output<typeof foundList>;
/** The results of a search, the best first. */
const searchResults = z.object({ folders: foundList, files: foundList });
export type SearchResults = z.output<typeof searchResults>;

export const search = endpoint({
  ...itemEndpoints.search,
  access: 'user',
  tag: 'Files',
  summary:
    'Find folders and files by name in the whole account, the trash included: part of the name, forgiving typing errors. The whole name comes first, then names that begin with what is looked for, names whose words do, and all others; equally close ones in the natural order of names (2 before 10), of one name the newest first.',
  query: z.strictObject({
    query: z.string().normalize('NFC').trim().min(1, 'Say what to look for.').max(255),
    limit: z.coerce.number().int().min(1).max(searchLimits.max).default(searchLimits.default),
    type: z.enum(['all', 'folder', 'file']).default('all'),
    /** Files of this kind alone. */
    category: category.optional(),
    /** Added then or later. */
    added_after: z.iso.datetime().optional(),
    /** Changed then or later. */
    modified_after: z.iso.datetime().optional(),
    /** Bytes; asks for files alone, as `max_size` does. */
    min_size: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    max_size: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  answers: { 200: searchResults },
});

/** The part of the endpoint table that stands here. */
export const listingsTable = {
  addFavourites,
  browseLatest,
  browseNavigation,
  browseShared,
  browseTrash,
  orderFavourites,
  removeFavourite,
  search,
};
