import { z } from 'zod';
import { itemEndpoints } from './items.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { color, emoji, item, itemName } from './files.ts';
import { id } from './ids.ts';
import {
  batchBodyLimit,
  batchLimit,
  itemRef,
  namesItemsOnce,
  namesItemsOnceMessage,
  selectedItems,
} from './selections.ts';

/** The answer of a change: how to take it back, and where it can be seen. */
const changeMeta = z.object({
  /** For `POST /api/undo`; null where it cannot be undone. */
  operation: id.nullable(),
  /** Items that the call was for. */
  count: z.number().int().min(0),
  /** Folders whose listing has changed; null is the top of the account. */
  containers: z.array(id.nullable()),
});
export type ChangeMeta = z.output<typeof changeMeta>;
export const change = z.object({ meta: changeMeta });
export type Change = z.output<typeof change>;

const renameBody = z
  .strictObject({
    name: itemName.optional(),
    /** Folders only; null takes it away. */
    emoji: emoji.nullish(),
    color: color.nullish(),
  })
  .refine((fields) => Object.values(fields).some((value) => value !== undefined), {
    error: 'Say what is to change.',
    path: ['name'],
  });
export type RenameBody = z.output<typeof renameBody>;

/** Choices for an item whose name is taken where it is moved; a skipped one stays where it is. */
const moveChoices = ['rename', 'replace', 'skip'] as const;
export type MoveChoice = (typeof moveChoices)[number];

const moveBody = z
  .strictObject({
    /** The folder to move into; null is the top of the account. */
    to_id: id.nullable(),
    ...selectedItems,
    on_conflict: z.enum(['refuse', ...moveChoices]).default('refuse'),
    /** With `replace`: the choice for items that cannot replace the existing ones, as folders. */
    or_else: z.enum(['refuse', 'rename', 'skip']).optional(),
    /** Single items that were decided otherwise than by `on_conflict`. */
    choices: z
      .array(z.strictObject({ id, on_conflict: z.enum(moveChoices) }))
      .max(batchLimit)
      .optional(),
  })
  .refine(namesItemsOnce, namesItemsOnceMessage);
export type MoveBody = z.output<typeof moveBody>;

/** Copies are named by the rules of a move; of items in their own folder they are numbered. */
const copyBody = z
  .strictObject({
    ...moveBody.shape,
    /** The folder to copy into; null is the top of the account. */
    to_id: id.nullable(),
  })
  .refine(namesItemsOnce, namesItemsOnceMessage);
export type CopyBody = z.output<typeof copyBody>;

const removeBody = z
  .strictObject({
    ...selectedItems,
    items: z
      .array(itemRef.extend({ force_delete: z.boolean().default(false) }))
      .min(1)
      .max(batchLimit)
      .optional(),
    /** With `all_of`; items say it one by one. */
    force_delete: z.boolean().default(false),
  })
  .refine(namesItemsOnce, namesItemsOnceMessage)
  .refine(({ items, force_delete: force }) => items === undefined || !force, {
    error: 'Say this of each item.',
    path: ['force_delete'],
  });
export type RemoveBody = z.output<typeof removeBody>;

const restoreBody = z
  .strictObject({
    /** To the top of the account instead of where it was. */
    to_home: z.boolean().default(false),
    ...selectedItems,
  })
  .refine(namesItemsOnce, namesItemsOnceMessage);
export type RestoreBody = z.output<typeof restoreBody>;

/** The common part of the calls for many items. */
const forMany = {
  access: 'user',
  bodyKind: 'json',
  bodyLimit: batchBodyLimit,
  answers: { 200: change },
} as const;

export const renameItem = endpoint({
  ...itemEndpoints.renameItem,
  access: 'user',
  tag: 'Files',
  summary: 'Rename an item; give a folder an emoji and a colour.',
  params: z.strictObject({ id }),
  body: renameBody,
  bodyKind: 'json',
  answers: { 200: item.extend({ meta: changeMeta }) },
  errors: ['item.not_found', 'item.name_taken', 'item.wrong_type'],
});

export const moveItems = endpoint({
  ...forMany,
  ...itemEndpoints.moveItems,
  tag: 'Files',
  summary:
    'Move items into a folder: all or none, but for those that are skipped. Names that are taken there are answered as `conflicts`, the first twenty that are not decided yet.',
  body: moveBody,
  errors: [
    'item.not_found',
    'item.name_taken',
    'item.parent_is_file',
    'folder.into_itself',
    'folder.too_deep',
    'batch.too_large',
  ],
});

export const copyItems = endpoint({
  ...forMany,
  ...itemEndpoints.copyItems,
  tag: 'Files',
  summary:
    'Copy items with everything in them into a folder: all or none, but for those that are skipped. Copies count as uploads do. An item that is copied within its own folder gets a number; other names that are taken are answered as `conflicts`, as by a move.',
  body: copyBody,
  errors: [
    'item.not_found',
    'item.name_taken',
    'item.parent_is_file',
    'folder.into_itself',
    'folder.too_deep',
    'folder.disabled',
    'upload.disabled',
    'batch.too_large',
    'storage.exceeded',
  ],
});

export const removeItems = endpoint({
  ...forMany,
  frees: true,
  ...itemEndpoints.removeItems,
  tag: 'Files',
  summary:
    'Move items to the trash, or with `force_delete` delete them for good: all or none. What lies in the trash already is deleted for good as well, unless it went there within the last ten seconds: a removal that comes twice is one.',
  body: removeBody,
  errors: ['item.not_found', 'batch.too_large'],
});

export const restoreItems = endpoint({
  ...forMany,
  ...itemEndpoints.restoreItems,
  tag: 'Trash',
  summary: 'Bring items back from the trash: to where they were, or to the top of the account.',
  body: restoreBody,
  errors: ['item.not_found', 'folder.too_deep', 'batch.too_large'],
});

export const emptyTrash = endpoint({
  ...itemEndpoints.emptyTrash,
  access: 'user',
  tag: 'Trash',
  summary: 'Delete everything in the trash for good.',
  answers: { 200: change },
});

export const undo = endpoint({
  ...itemEndpoints.undo,
  access: 'user',
  tag: 'Files',
  summary: 'Take a rename, a move, a copy, a removal to the trash or a restoration back.',
  body: z.strictObject({ operation: id }),
  bodyKind: 'json',
  answers: { 200: change },
  errors: ['operation.not_found', 'operation.stale', 'item.name_taken', 'folder.too_deep'],
});

/** The part of the endpoint table that stands here. */
export const actionsTable = { copyItems, emptyTrash, moveItems, removeItems, renameItem, restoreItems, undo };
