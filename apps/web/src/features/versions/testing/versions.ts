import type { Version, VersionList } from '@holdall/contract/versions';

/** Returns a version for tests: of 12 March at noon, unless told otherwise. */
export const versionOf = (changes: Partial<Version> = {}): Version => ({
  id: '0199a0c0-1111-7222-8333-444455550001',
  size: 2_000,
  mimetype: 'text/plain',
  category: 'documents',
  modified_at: '2026-03-12T12:00:00.000Z',
  stored_at: '2026-03-12T12:00:00.000Z',
  replaced_at: '2026-03-13T12:00:00.000Z',
  stored_by: { kind: 'you', name: '' },
  pinned: false,
  label: '',
  expires_at: null,
  ...changes,
});

/** Returns an answer of the list. */
export const listOf = (data: readonly Version[], more = false): VersionList => ({
  data: [...data],
  meta: {
    count: data.length,
    size: data.reduce((sum, { size }) => sum + size, 0),
    more,
    current: { stored_at: '2026-03-13T12:00:00.000Z', stored_by: { kind: 'user', name: 'Ana' } },
  },
});
