import type { OwnRequest } from '../requests.queries.ts';

/** A request, for tests. */
export const requestOf = (attributes: Partial<OwnRequest['attributes']> = {}): OwnRequest => ({
  id: 'request',
  type: 'file_request',
  attributes: {
    token: 'token-of-a-request-012345',
    folder_id: 'folder',
    name: 'Photos',
    note: '',
    deadline: null,
    max_files: null,
    max_size: null,
    state: 'active',
    files: 0,
    size: 0,
    unseen: 0,
    url: '',
    created_at: '2026-11-20T10:00:00Z',
    ...attributes,
  },
  relationships: { folder: { name: 'Inbox' } },
});
