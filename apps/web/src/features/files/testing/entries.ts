import type { Entry, Page } from '../entry.ts';

interface EntryOptions {
  readonly type?: Entry['type'];
  readonly size?: number;
  readonly created_at?: string;
}

/** Returns an entry for tests; its id derives from its name. */
export const entryNamed = (
  name: string,
  { type = 'file', size = 10, created_at = '2026-11-20T10:00:00Z' }: EntryOptions = {},
): Entry => ({
  id: `id-${name}`,
  type,
  attributes: {
    name,
    color: null,
    emoji: null,
    parent_id: null,
    size: type === 'file' ? size : null,
    mimetype: null,
    category: null,
    file_url: null,
    thumbnail: null,
    created_at,
    modified_at: created_at,
    deleted_at: null,
  },
  relationships: { shared: null },
});

/** Returns the metadata of a listing, for tests. */
export const metaOf = ({ folders = 0, files = 0, size = 0 }): Page['meta'] => ({
  total: folders + files,
  offset: 0,
  limit: 500,
  folders,
  files,
  size,
  ancestors: [],
});
