/** Links to several items. A collection has a name of its own, and its guests look and download. */
import { z } from 'zod';
import { shareEndpoints } from './shares.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { item, itemName } from './files.ts';
import { id } from './ids.ts';
import { inThousands } from './text.ts';
import { collectionItemsMax } from './link-limits.ts';
import { itemRef, namesItemsOnce, namesItemsOnceMessage, selectedItems } from './selections.ts';
import { linkToken, share } from './share-link.ts';
import { endsOnce, linkOptions, onlyOneEnd, smallShareBody } from './shares.ts';

const byToken = z.strictObject({ token: linkToken });
const owned = { access: 'user', tag: 'Sharing' } as const;

const tooMany = `A collection can have at most ${inThousands(collectionItemsMax)} items.`;
const members = z.array(itemRef).max(collectionItemsMax, tooMany);

export const createCollection = endpoint({
  ...owned,
  ...shareEndpoints.createCollection,
  summary: 'Share several items by one link. Its guests can look and download.',
  body: z
    .strictObject({
      name: itemName,
      items: members.min(1, 'Choose at least one item.').optional(),
      all_of: selectedItems.all_of,
      ...linkOptions,
    })
    .refine(namesItemsOnce, namesItemsOnceMessage)
    .refine(endsOnce, onlyOneEnd),
  bodyKind: 'json',
  bodyLimit: smallShareBody,
  answers: { 201: share },
  errors: ['item.not_found', 'share.too_many_items', 'share.empty', 'batch.too_large', 'limit.too_many'],
});

const collection = share.shape.data.extend({
  meta: z.object({
    /** Items that guests see: an item in the trash is left out. */
    items: z.number().int(),
  }),
});
export type CollectionLink = z.output<typeof collection>;

export const listCollections = endpoint({
  ...owned,
  ...shareEndpoints.listCollections,
  summary: 'Your collections that have not ended, the latest first.',
  query: z.strictObject({
    /** Collections older than this one. */
    before: id.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(100),
  }),
  answers: {
    200: z.object({
      data: z.array(collection),
      meta: z.object({
        /** `before` of the next page; null: this is the last. */
        next: id.nullable(),
      }),
    }),
  },
});

export const listCollectionItems = endpoint({
  ...owned,
  ...shareEndpoints.listCollectionItems,
  summary: 'The items of a collection, folders first; an item in the trash is left out.',
  params: byToken,
  answers: { 200: z.object({ data: z.array(item.shape.data) }) },
  errors: ['share.not_found', 'share.not_collection'],
});

export const updateCollection = endpoint({
  ...owned,
  ...shareEndpoints.updateCollection,
  summary: 'Add items to a collection, or take some out. Guests see the change at once.',
  params: byToken,
  body: z
    .strictObject({
      add: members.default([]),
      /** Ids; an item that is not in the collection is passed over. */
      remove: z.array(id).max(collectionItemsMax, tooMany).default([]),
    })
    .refine(({ add, remove }) => add.length + remove.length > 0, {
      error: 'Name the items to add or to remove.',
      path: ['add'],
    }),
  bodyKind: 'json',
  bodyLimit: smallShareBody,
  answers: { 200: z.object({ meta: z.object({ items: z.number().int() }) }) },
  errors: [
    'item.not_found',
    'share.not_found',
    'share.not_collection',
    'share.too_many_items',
    'share.empty',
  ],
});

/** The part of the endpoint table that stands here. */
export const collectionsTable = { createCollection, listCollectionItems, listCollections, updateCollection };
