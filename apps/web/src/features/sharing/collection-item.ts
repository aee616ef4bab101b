import type { Share } from '@holdall/contract/share-link';
import { text } from '#shared/i18n/messages.ts';
import { nameFault } from '#shared/lib/name-fault.ts';
import type { SharedItem } from './sharing.store.ts';

/** Represents a collection as the item of the link popups: a folder that exists only for its guests. */
export const collectionItem = (
  name: string,
  { link, items }: { readonly link: Share['data'] | null; readonly items: number },
): SharedItem => ({
  id: link?.id ?? '',
  type: 'folder',
  attributes: {
    name,
    color: null,
    emoji: null,
    items,
    parent_id: null,
    size: null,
    mimetype: null,
    category: null,
    file_url: null,
    thumbnail: null,
    created_at: link?.attributes.created_at ?? '',
    modified_at: link?.attributes.created_at ?? '',
    deleted_at: null,
  },
  relationships: { shared: link && { data: link } },
});

/** Suggests the name of a new collection: its first item and the number of others. */
export const offeredName = (first: string | undefined, count: number): string => {
  const name =
    first === undefined || count < 2
      ? first
      : text('collection.name_first', { name: first, count: count - 1 });
  // The added words may make a long name too long.
  return name === undefined || nameFault(name) !== undefined ? text('collection.first_name') : name;
};

/** Reports whether a link leads to several items. */
export const isCollection = ({ data }: Share): boolean => data.attributes.name !== null;
