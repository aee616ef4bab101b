import type { Share } from '@holdall/contract/share-link';
import { text } from '#shared/i18n/messages.ts';
import { nameFault } from '#shared/lib/name-fault.ts';
import type { SharedItem } from './sharing.store.ts';

/** A collection as the popups of links take what is shared: a folder that exists for its guests alone. */
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
    updated_at: link?.attributes.created_at ?? '',
    deleted_at: null,
  },
  relationships: { shared: link && { data: link } },
});

/** The name that a new collection is offered: that of its first item, and how many there are besides. */
export const offeredName = (first: string | undefined, count: number): string => {
  const name =
    first === undefined || count < 2
      ? first
      : text('collection.name_first', { name: first, count: count - 1 });
  // With the words after it, a long name may be too long.
  return name === undefined || nameFault(name) !== undefined ? text('collection.first_name') : name;
};

/** Whether a link leads to several items. */
export const isCollection = ({ data }: Share): boolean => data.attributes.name !== null;
