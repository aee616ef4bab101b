import { z } from 'zod';
import { folderRef, id } from './ids.ts';
import { itemTypes } from './choices.ts';

/** One item of a batch, as the specification's calls name it. */
export const itemRef = z.strictObject({ id, type: z.enum(itemTypes) });
export type ItemRef = z.output<typeof itemRef>;

/** Items that one call may name; a larger selection is a whole folder, told by `all_of`. */
export const batchLimit = 10_000;

/** Everything in a folder or in the trash but some: what "select all" means where most is not loaded. */
export const allOf = z.strictObject({
  /** `root`: the top of the account, or of the trash. */
  id: folderRef,
  in: z.enum(['folder', 'trash']).default('folder'),
  except: z.array(id).max(batchLimit).default([]),
});
export type AllOf = z.output<typeof allOf>;

/** Items that `all_of` may stand for; more are refused with `batch.too_large`. */
export const allOfLimit = 250_000;

/** The items of a call: one by one, or all of a place. `namesItemsOnce` goes with it. */
export const selectedItems = {
  items: z.array(itemRef).min(1).max(batchLimit).optional(),
  all_of: allOf.optional(),
};

/** @returns whether a batch names its items in exactly one of the two ways */
export const namesItemsOnce = ({ items, all_of }: { items?: unknown; all_of?: unknown }): boolean =>
  (items === undefined) !== (all_of === undefined);
export const namesItemsOnceMessage = { error: 'Name either items or all_of.', path: ['items'] };

/** Bytes that a batch of the largest size may have as JSON. */
export const batchBodyLimit = 2 * 1024 * 1024;
