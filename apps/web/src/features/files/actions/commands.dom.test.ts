import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { markAuthorized, markUnauthorized } from '#shared/session/session.ts';
import { toasts } from '#shared/ui/toast.ts';
import { pageQuery } from '../cache/files.queries.ts';
import { folderSource, trashSource } from '../listing/listing-source.ts';
import { everything, selectionOf } from '../selection/selection.ts';
import { clearSelection, selectionStore } from '../selection/selection.store.ts';
import { actionServer } from '../testing/action-server.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { byName, clientWith, namesIn, pageIn } from '../testing/cached-listing.ts';
import { entryNamed, metaOf } from '../testing/entries.ts';
import { batchFor, batchOf } from './batch.ts';
import { erase, move, remove, rename, restore, undo } from './commands.tsx';
import { clipboardStore } from './clipboard.store.ts';
import { itemPopup } from './item-popup.store.ts';

const top = byName();
const folder = entryNamed('folder', { type: 'folder' });
const [a, b, c] = [entryNamed('a'), entryNamed('b'), entryNamed('c')];
const origin = { source: top.source, isTrash: false };

const countIn = (client: QueryClient) => pageIn(client)?.entries[0]?.attributes.items;
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const taken = { code: 'item.name_taken', message: 'Taken', status: 409 };

beforeEach(() => {
  // Requests that the previous test left unanswered end with its session.
  markUnauthorized();
  markAuthorized();
  clearSelection();
  toasts.set([]);
  itemPopup.set(undefined);
  clipboardStore.set(undefined);
});
afterEach(() => vi.useRealTimers());

describe('deleting', () => {
  test('is shown immediately, clears the selection, and Ctrl+Z restores everything immediately', async () => {
    const calls = actionServer();
    const client = clientWith([folder, a, b, c]);
    selectionStore.set(selectionOf([a, b]));
    clipboardStore.set({ batch: batchOf([a], origin), isCut: true });
    const removed = remove(client, batchOf([a, b], origin));
    expect(namesIn(client)).toEqual(['folder', 'c']);
    expect(pageIn(client)?.meta).toMatchObject({ total: 2, files: 1 });
    expect(selectionStore.get()).toEqual(selectionOf([]));
    expect(clipboardStore.get()).toBeUndefined();
    expect(calls[0]).toMatchObject({
      path: '/api/remove',
      body: {
        items: [
          { id: a.id, type: 'file' },
          { id: b.id, type: 'file' },
        ],
      },
    });
    calls[0]?.done();
    await removed;
    expect(toasts.get()).toHaveLength(1);
    undo(client);
    await settled();
    expect(namesIn(client)).toEqual(['folder', 'a', 'b', 'c']);
    expect(calls.at(-1)).toMatchObject({ path: '/api/undo', body: { operation: 'op' } });
    expect(toasts.get(), 'what is undone is no longer offered').toEqual([]);
    calls.at(-1)?.answer({ code: 'operation.stale', message: 'Too late', status: 409 }, 409);
    await settled();
    expect(namesIn(client), 'and gone again, where that failed').toEqual(['folder', 'c']);
    expect(toasts.get().map(({ type }) => type)).toEqual(['danger']);
  });

  test('restores everything with its selection and shows the failure', async () => {
    const calls = actionServer();
    const client = clientWith([folder, a, b, c]);
    selectionStore.set(selectionOf([a, b]));
    const removed = remove(client, batchOf([a, b], origin));
    calls[0]?.answer({ code: 'server.failed', message: 'Oops', status: 500 }, 500);
    await removed;
    expect(namesIn(client)).toEqual(['folder', 'a', 'b', 'c']);
    expect(selectionStore.get()).toEqual(selectionOf([a, b]));
    expect(toasts.get()).toMatchObject([{ type: 'danger' }]);
    expect(toasts.get()[0]?.action).toBeUndefined();
  });

  test('twice at a time: the failed one reverts only its own items', async () => {
    const calls = actionServer();
    const client = clientWith([folder, a, b, c]);
    const both = [remove(client, batchOf([a], origin)), remove(client, batchOf([b], origin))];
    calls[0]?.answer({ code: 'item.not_found', message: 'Gone', status: 404 }, 404);
    await both[0];
    expect(namesIn(client)).toEqual(['folder', 'a', 'c']);
    calls[1]?.done();
    await both[1];
    expect(namesIn(client)).toEqual(['folder', 'a', 'c']);
  });

  test('nothing is refetched before all changes are answered', async () => {
    vi.useFakeTimers();
    const calls = actionServer();
    const client = clientWith([folder, a, b, c]);
    const observer = new QueryObserver(client, { ...pageQuery(top, 0), staleTime: Infinity });
    onTestFinished(observer.subscribe(() => undefined));
    const both = [remove(client, batchOf([a], origin)), remove(client, batchOf([b], origin))];
    calls[0]?.done();
    await both[0];
    await vi.advanceTimersByTimeAsync(5_000);
    expect(calls).toHaveLength(2);
    calls[1]?.done();
    await both[1];
    await vi.advanceTimersByTimeAsync(5_000);
    expect(calls.slice(2).map(({ path }) => path)).toEqual(['/api/browse/folders/root']);
  });

  test('everything except some names the folder and the exceptions', async () => {
    const calls = actionServer();
    const client = clientWith([folder, a, b, c]);
    const selection = { ...everything, except: new Map([[b.id, b]]) };
    const batch = batchFor({ selection, source: top.source, meta: pageIn(client)?.meta }, a);
    const removed = remove(client, batch);
    expect(namesIn(client)).toEqual(['b']);
    expect(calls[0]?.body).toEqual({ all_of: { id: 'root', in: 'folder', except: [b.id] } });
    calls[0]?.done();
    await removed;
  });

  test('forever names each item and offers no undo', async () => {
    const calls = actionServer();
    const client = clientWith([a], byName(trashSource(null)));
    const erased = erase(client, batchOf([a], { source: trashSource(null), isTrash: true }));
    expect(namesIn(client, byName(trashSource(null)))).toEqual([]);
    expect(calls[0]?.body).toEqual({ items: [{ id: a.id, type: 'file', force_delete: true }] });
    calls[0]?.done(null);
    await erased;
    expect(toasts.get()[0]?.action).toBeUndefined();
  });
});

test('a visible folder of the trash removes it from the top of the trash, not from its own listing', async () => {
  const calls = actionServer();
  const ref = byName(trashSource(null));
  const inside = byName(trashSource(folder.id));
  const root = { ...folder, attributes: { ...folder.attributes, deleted_at: '2026-11-21T10:00:00Z' } };
  const client = clientWith([root, b], ref);
  client.setQueryData(pageQuery(inside, 0).queryKey, { entries: [a], root, meta: metaOf({ files: 1 }) });
  const erased = erase(client, batchOf([root], { source: inside.source, isTrash: true }));
  expect(namesIn(client, ref)).toEqual(['b']);
  expect(pageIn(client, inside)?.meta.total).toBe(1);
  calls[0]?.done(null);
  await erased;
});

test('a folder of the trash that is viewed in Files leaves the count of its former folder alone', async () => {
  vi.useFakeTimers();
  const calls = actionServer();
  const root = { ...folder, attributes: { ...folder.attributes, deleted_at: '2026-11-21T10:00:00Z' } };
  const client = clientWith([a]);
  const ref = byName(folderSource(folder.id));
  client.setQueryData(pageQuery(ref, 0).queryKey, {
    entries: [],
    root,
    meta: { ...metaOf({}), trashed: true },
  });
  const restored = restore(client, batchOf([root], { source: ref.source, isTrash: true }), false);
  expect(pageIn(client)?.meta.total).toBe(1);
  const observer = new QueryObserver(client, { ...pageQuery(ref, 0), staleTime: Infinity });
  onTestFinished(observer.subscribe(() => undefined));
  calls[0]?.done();
  await restored;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls.at(-1)?.path, 'it says so no more').toBe(`/api/browse/folders/${folder.id}`);
});

test('restoring takes items out of the trash', async () => {
  const calls = actionServer();
  const ref = byName(trashSource(null));
  const client = clientWith([a, b], ref);
  const restored = restore(client, batchOf([a], { source: ref.source, isTrash: true }), true);
  expect(namesIn(client, ref)).toEqual(['b']);
  expect(calls[0]).toMatchObject({ path: '/api/trash/restore', body: { to_home: true } });
  calls[0]?.done();
  await restored;
});

describe('moving', () => {
  const to = { id: folder.id, name: 'folder' };

  test('raises the count of the folder immediately', async () => {
    const calls = actionServer();
    const client = clientWith([folder, a, b]);
    const moved = move(client, batchOf([a, b], origin), { to });
    expect(namesIn(client)).toEqual(['folder']);
    expect(countIn(client)).toBe(2);
    expect(calls[0]?.body).toMatchObject({ to_id: folder.id, on_conflict: 'refuse' });
    calls[0]?.done();
    await moved;
    undo(client);
    await settled();
    expect(namesIn(client)).toEqual(['folder', 'a', 'b']);
    expect(countIn(client)).toBe(0);
  });

  test('to a folder where a name is taken asks, with everything back in its position', async () => {
    const calls = actionServer();
    const client = clientWith([folder, a]);
    const moved = move(client, batchOf([a], origin), { to });
    const side = { id: a.id, type: 'file', size: 1, modified_at: '2026-11-21T00:00:00.000Z' };
    const conflict = { ...side, name: 'a', existing: side, replaceable: true };
    calls[0]?.answer({ ...taken, conflicts: { total: 1, items: [conflict] } }, 409);
    await moved;
    expect(namesIn(client)).toEqual(['folder', 'a']);
    expect(countIn(client)).toBe(0);
    expect(itemPopup.get()).toMatchObject({
      kind: 'conflict',
      about: { to, total: 1, conflicts: [conflict] },
    });
    expect(toasts.get()).toEqual([]);
  });
});

describe('a failure names', () => {
  const failed = { code: 'server.failed', message: '', status: 500 };
  const reason = 'Something went wrong. Please try again.';
  const refused = async (act: (client: QueryClient) => Promise<unknown>): Promise<string | undefined> => {
    await withMessages();
    const calls = actionServer();
    const done = act(clientWith([folder, a, b]));
    calls[0]?.answer(failed, 500);
    await done;
    return toasts.get().at(-1)?.message;
  };
  const to = { id: folder.id, name: 'folder' };

  test.each<[string, (client: QueryClient) => Promise<unknown>, string]>([
    ['one that is moved', (client) => move(client, batchOf([a], origin), { to }), 'Couldn’t move “a”.'],
    ['several', (client) => move(client, batchOf([a, b], origin), { to }), 'Couldn’t move 2 items.'],
    ['one that is deleted', (client) => remove(client, batchOf([a], origin)), 'Couldn’t delete “a”.'],
    [
      'one that is restored',
      (client) => restore(client, batchOf([a], origin), true),
      'Couldn’t restore “a”.',
    ],
    [
      'one that is renamed, and its new name',
      (client) => rename(client, a, { fields: { name: 'z' } }),
      'Couldn’t rename “a” to “z”.',
    ],
    [
      'one that gets another colour',
      (client) => rename(client, folder, { fields: { color: '#006671' } }),
      'Couldn’t change “folder”.',
    ],
  ])('%s', async (_what, act, said) => expect(await refused(act)).toBe(`${said} ${reason}`));

  test('a change that cannot be undone', async () => {
    await withMessages();
    const calls = actionServer();
    const client = clientWith([a, b]);
    const removed = remove(client, batchOf([a], origin));
    calls[0]?.done();
    await removed;
    undo(client);
    await settled();
    calls.at(-1)?.answer({ code: 'operation.stale', message: '', status: 409 }, 409);
    await settled();
    expect(toasts.get().at(-1)?.message).toMatch(/^Couldn’t undo this: a moved to trash\. ./);
  });
});

test('a long name is shortened in its middle', async () => {
  await withMessages();
  const calls = actionServer();
  const long = entryNamed(`${'a'.repeat(246)}.txt`);
  const removed = remove(clientWith([long]), batchOf([long], origin));
  calls[0]?.done();
  await removed;
  const [toast] = toasts.get();
  expect(toast?.message).toBe(`${'a'.repeat(39)}…${'a'.repeat(16)}.txt moved to trash`);
});

describe('renaming', () => {
  test('shows the new name in its position, and the name that the server made of it', async () => {
    const calls = actionServer();
    const client = clientWith([a, b, c]);
    const renamed = rename(client, a, { fields: { name: 'z' } });
    expect(namesIn(client)).toEqual(['b', 'c', 'z']);
    expect(calls[0]).toMatchObject({ path: `/api/rename/${a.id}`, body: { name: 'z', _method: 'patch' } });
    const data = { ...a, attributes: { ...a.attributes, name: 'bb' } };
    calls[0]?.answer({ data, meta: { operation: 'op', count: 1, containers: [null] } });
    expect(await renamed).toBe(true);
    expect(namesIn(client)).toEqual(['b', 'bb', 'c']);
    undo(client);
    await settled();
    expect(namesIn(client)).toEqual(['a', 'b', 'c']);
  });

  test('to a taken name restores the old one; the caller may report the failure itself', async () => {
    const calls = actionServer();
    const client = clientWith([a, b]);
    const onFailure = vi.fn<(error: unknown) => boolean>(() => true);
    const renamed = rename(client, a, { fields: { name: 'b' }, onFailure });
    calls[0]?.answer(taken, 409);
    expect(await renamed).toBe(false);
    expect(namesIn(client)).toEqual(['a', 'b']);
    expect(onFailure).toHaveBeenCalledTimes(1);
    expect(toasts.get()).toEqual([]);
  });
});
