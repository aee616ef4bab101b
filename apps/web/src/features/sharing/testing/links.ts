import type { Item } from '@holdall/contract/files';
import type { Share } from '@holdall/contract/share-link';
import type { ShareActivityEntry } from '@holdall/contract/shares';

/** Returns a link, for tests. */
export const linkOf = (attributes: Partial<Share['data']['attributes']> = {}): Share => ({
  data: {
    id: 'link',
    type: 'share',
    attributes: {
      token: 'token-of-a-link-0123456789',
      item_id: 'item',
      name: null,
      label: '',
      permission: 'visitor',
      protected: false,
      expires_at: null,
      expiration: null,
      download_limit: null,
      downloads: 0,
      visits: 0,
      url: '',
      created_at: '2026-11-20T10:00:00Z',
      unseen: 0,
      ...attributes,
    },
  },
});

/** Returns an item that can be shared, for tests. */
export const itemOf = (type: 'folder' | 'file', shared: Share | null = null): Item['data'] => ({
  id: 'item',
  type,
  attributes: {
    name: type === 'folder' ? 'Drawings' : 'plan.pdf',
    color: null,
    emoji: null,
    parent_id: null,
    size: type === 'file' ? 1000 : null,
    mimetype: null,
    category: null,
    file_url: null,
    thumbnail: null,
    created_at: '2026-11-20T10:00:00Z',
    modified_at: '2026-11-20T10:00:00Z',
    deleted_at: null,
    ...(type === 'folder' && { items: 3 }),
  },
  relationships: { shared },
});

/** Returns an action of a guest, for tests; its id is made from its number. */
export const activityEntryOf = (
  number: number,
  attributes: Partial<ShareActivityEntry['attributes']> = {},
): ShareActivityEntry => ({
  id: `entry-${number}`,
  type: 'share_activity',
  attributes: {
    kind: 'uploaded',
    at: '2026-11-20T10:00:00Z',
    visit: 1,
    count: 1,
    name: `file ${number}.txt`,
    to: null,
    reverted_at: null,
    ...attributes,
  },
});
