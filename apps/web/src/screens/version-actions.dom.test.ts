import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { itemEndpoints } from '@holdall/contract/items.endpoints';
import { undoLast } from '#features/files/actions/undo.ts';
import { entryNamed } from '#features/files/testing/entries.ts';
import { selectionOf } from '#features/files/selection/selection.ts';
import { clearSelection, selectionStore } from '#features/files/selection/selection.store.ts';
import { listOf, versionOf } from '#features/versions/testing/versions.ts';
import { pendingVersion } from '#features/versions/versions-section.store.ts';
import { versionsQuery } from '#features/versions/versions.queries.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { currentLocation, navigate } from '#shared/router/location.ts';
import { eventually } from '#shared/testing/eventually.ts';
import { openServer } from '#shared/testing/server.ts';
import { toasts } from '#shared/ui/toast.ts';
import { entryOfVersion, restoreWithUndo } from './version-actions.tsx';

beforeAll(withMessages);
afterEach(() => {
  toasts.set([]);
  clearSelection();
  pendingVersion.set(undefined);
  navigate('/platform/files', { replace: true });
});

const entry = entryNamed('minutes.txt', { size: 10 });
const version = versionOf({ size: 20 });
/** The version that the content before the restoration becomes. */
const former = versionOf({ id: 'former', stored_at: listOf([]).meta.current.stored_at });

/** Shows a version in the preview, on a server that restores it. */
const openPreviewed = async (isRefused = false) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let list = listOf([version]);
  const calls = openServer(({ body }) => {
    if (body === undefined) return Response.json(list);
    if (isRefused) return Response.json({ code: 'storage.exceeded', message: '' }, { status: 423 });
    list = listOf([former]);
    const attributes = { ...entry.attributes, size: 20 };
    return Response.json({ data: { ...entry, attributes } });
  });
  await client.infiniteQuery(versionsQuery(entry.id));
  selectionStore.set(selectionOf([entry]));
  navigate(`/platform/files?preview=${entry.id}&version=${version.id}&compare=1`);
  return { client, calls };
};

test('a version is looked at by its own bytes, without the thumbnail of the current ones', () => {
  const { id, attributes } = entryOfVersion(entry, version);
  expect([id, attributes.name, attributes.size, attributes.thumbnail]).toEqual([
    version.id,
    'minutes.txt',
    20,
    null,
  ]);
  expect(attributes.file_url).toBe(
    itemEndpoints.downloadVersion.path.replace('{id}', entry.id).replace('{version}', version.id),
  );
});

test('a restored version is the content that preview and details show, and can be undone', async () => {
  const { client, calls } = await openPreviewed();
  await restoreWithUndo(client, entry.id, version);
  expect(currentLocation().search).toBe(`?preview=${entry.id}`);
  expect(pendingVersion.get()).toBeUndefined();
  const selection = selectionStore.get();
  expect(!selection.all && selection.entries.get(entry.id)?.attributes.size).toBe(20);
  const [toast] = toasts.get();
  expect(toast?.message).toBe('Restored the version from 12 Mar 2026, 12:00');
  toast?.action?.onSelect();
  await eventually(() => expect(toasts.get().map(({ message }) => message)).toContain('Undone'));
  expect(calls.filter(({ body }) => body).map(({ path }) => path.split('/').at(-2))).toEqual([
    version.id,
    'former',
  ]);
});

test('the last change that Ctrl+Z undoes is a restore; one that failed is nothing to undo', async () => {
  const { client, calls } = await openPreviewed();
  await restoreWithUndo(client, entry.id, version);
  undoLast(client);
  await eventually(() => expect(toasts.get().map(({ message }) => message)).toContain('Undone'));
  expect(calls.filter(({ body }) => body).map(({ path }) => path)).toEqual(
    [version.id, 'former'].map((id) => `/api/items/${entry.id}/versions/${id}/restore`),
  );
  const failing = await openPreviewed(true);
  await restoreWithUndo(failing.client, entry.id, version);
  toasts.set([]);
  undoLast(failing.client);
  expect(toasts.get().map(({ message }) => message)).toEqual(['Nothing to undo.']);
});

test('a version that could not be restored stays in the preview, with the reason', async () => {
  const { client } = await openPreviewed(true);
  await restoreWithUndo(client, entry.id, version);
  expect(currentLocation().search).toContain(`version=${version.id}`);
  expect(pendingVersion.get()).toBeUndefined();
  expect(toasts.get().map(({ type }) => type)).toEqual(['danger']);
});
