import type { Share } from '../visit.ts';

/** Returns a link to a folder as guests see it, for tests. */
export const shareOf = (
  attributes: Partial<Share['attributes']> = {},
  restrictions: Partial<Share['meta']['restrictions']> = {},
): Share => ({
  type: 'share',
  attributes: {
    token: 'AbCdEfGhIjKlMnOpQrStUv',
    channel: 'private-link.0123456789abcdef',
    permission: 'visitor',
    protected: false,
    expires_at: null,
    downloads_left: null,
    ...attributes,
  },
  relationships: {
    item: {
      data: {
        id: '0190a0a0-0000-7000-8000-000000000001',
        type: 'folder',
        attributes: {
          name: 'Harbour House',
          color: null,
          emoji: null,
          items: 0,
          parent_id: null,
          size: null,
          mimetype: null,
          category: null,
          file_url: null,
          thumbnail: null,
          created_at: '2026-11-20T10:00:00Z',
          modified_at: '2026-11-20T10:00:00Z',
          deleted_at: null,
        },
        relationships: { shared: null },
      },
    },
    owner: { data: { attributes: { name: 'Mara Lindqvist', avatar: null, color: '#8a4b2a' } } },
  },
  meta: { restrictions: { canUpload: true, canDownload: true, canCreateFolder: true, ...restrictions } },
});
