import type { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test } from 'vitest';
import { markAuthorized, markUnauthorized } from '#shared/session/session.ts';
import { toasts } from '#shared/ui/toast.ts';
import type { Entry } from '../entry.ts';
import { folderSource, trashSource } from '../listing/listing-source.ts';
import { actionServer, type ActionCall } from '../testing/action-server.ts';
import { byName, clientWith, namesIn } from '../testing/cached-listing.ts';
import { entryNamed } from '../testing/entries.ts';
import { batchOf, type Batch, type Origin } from './batch.ts';
import { erase, remove, undo } from './commands.tsx';
import { forgetTrashed } from './undo.ts';

const folder = entryNamed('folder', { type: 'folder' });
const [a, b, c] = [entryNamed('a'), entryNamed('b'), entryNamed('c')];
const origin = { source: byName().source, isTrash: false };

/** Moves items to the trash one after the other; the server identifies each change by the item's id. */
const removeEach = async (
  client: QueryClient,
  calls: ActionCall[],
  items: readonly Entry[],
): Promise<void> => {
  for (const item of items) {
    const removed = remove(client, batchOf([item], origin));
    calls.at(-1)?.done(item.id);
    await removed;
  }
};
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  // Requests that the previous test left unanswered end with its session.
  markUnauthorized();
  markAuthorized();
  toasts.set([]);
});

test('changes are undone one after the other: the server refuses an older one that comes first', async () => {
  const calls = actionServer();
  const client = clientWith([folder, a, b, c]);
  await removeEach(client, calls, [a, b]);
  const undone = { meta: { operation: null, count: 1, containers: [null] } };
  undo(client);
  undo(client);
  await settled();
  expect(calls.slice(2).map(({ body }) => body)).toEqual([{ operation: b.id }]);
  expect(namesIn(client)).toEqual(['folder', 'b', 'c']);
  calls.at(-1)?.answer(undone);
  await settled();
  expect(calls.slice(3).map(({ body }) => body)).toEqual([{ operation: a.id }]);
  calls.at(-1)?.answer(undone);
  await settled();
  expect(namesIn(client)).toEqual(['folder', 'a', 'b', 'c']);
  expect(toasts.get()).toMatchObject([{ message: 'undo.done' }]);
  undo(client);
  expect(toasts.get().at(-1)?.message).toBe('undo.nothing');
});

test('a change without an answer can still be undone, and earlier changes wait for it', async () => {
  const calls = actionServer();
  const client = clientWith([folder, a, b, c]);
  await removeEach(client, calls, [a, b]);
  undo(client);
  undo(client);
  await settled();
  calls.at(-1)?.answer({}, 503);
  await settled();
  expect(calls).toHaveLength(3);
  expect(namesIn(client)).toEqual(['folder', 'c']);
  expect(toasts.get().at(-1)).toMatchObject({ type: 'danger', action: {} });
  toasts.get().at(-1)?.action?.onSelect();
  undo(client);
  await settled();
  expect(
    toasts.get().filter(({ type }) => type === 'danger'),
    'it is not offered twice',
  ).toEqual([]);
  expect(calls.at(-1)?.body).toEqual({ operation: b.id });
  calls.at(-1)?.answer({ meta: { operation: null, count: 1, containers: [null] } });
  await settled();
  expect(calls.at(-1)?.body).toEqual({ operation: a.id });
});

test('a change that fails again and again does not keep other changes from being undone', async () => {
  const calls = actionServer();
  const client = clientWith([folder, a, b, c]);
  await removeEach(client, calls, [a, b]);
  for (const status of [503, 503]) {
    undo(client);
    await settled();
    expect(calls.at(-1)?.body).toEqual({ operation: b.id });
    calls.at(-1)?.answer({}, status);
    await settled();
  }
  expect(toasts.get().at(-1)?.action).toBeUndefined();
  undo(client);
  await settled();
  expect(calls.at(-1)?.body).toEqual({ operation: a.id });
  calls.at(-1)?.answer({ code: 'server.failed', message: 'Oops', status: 500 }, 500);
  await settled();
  expect(toasts.get().at(-1), 'what the server has heard is not repeated').toMatchObject({
    type: 'danger',
  });
  expect(toasts.get().at(-1)?.action).toBeUndefined();
  undo(client);
  await settled();
  expect(calls).toHaveLength(5);
});

test('a change without an answer is not offered again where nothing is left to restore', async () => {
  const calls = actionServer();
  const client = clientWith([folder, a, b, c]);
  await removeEach(client, calls, [a]);
  undo(client);
  await settled();
  forgetTrashed();
  calls.at(-1)?.answer({}, 503);
  await settled();
  expect(toasts.get()).toMatchObject([{ type: 'danger' }]);
  expect(toasts.get()[0]?.action).toBeUndefined();
});

test('a deletion can no longer be undone once its items are deleted forever', async () => {
  const calls = actionServer();
  const client = clientWith([folder, a, b, c]);
  await removeEach(client, calls, [a, b]);
  const erased = erase(client, batchOf([b], { source: trashSource(null), isTrash: true }));
  calls.at(-1)?.done(null);
  await erased;
  undo(client);
  await settled();
  expect(calls.at(-1)?.body).toEqual({ operation: a.id });
});

describe('the deletion of everything in a folder', () => {
  const inFolder = { source: folderSource(folder.id), isTrash: false };
  const trashed = { source: trashSource(null), isTrash: true };
  const fileOf = (name: string, parent_id: string | null): Entry => {
    const entry = entryNamed(name);
    return { ...entry, attributes: { ...entry.attributes, parent_id } };
  };
  const kept = fileOf('kept', folder.id);
  const all = (origin: Origin, except: readonly Entry[] = []): Batch => ({
    ...origin,
    all: true,
    except: new Map(except.map((entry) => [entry.id, entry])),
    count: 2,
  });

  test.each<[why: string, erased: Batch, undone: string | undefined]>([
    ['an item that was not part of it', batchOf([fileOf('x', null)], trashed), 'all'],
    ['an item that stayed there', batchOf([kept], trashed), 'all'],
    ['an item that is not in the trash', batchOf([fileOf('x', folder.id)], inFolder), 'all'],
    ['everything in another folder', all({ source: folderSource(null), isTrash: false }), 'all'],
    ['everything in a folder of the trash', all({ source: trashSource('x'), isTrash: true }), 'all'],
    ['some of it', batchOf([fileOf('x', folder.id)], trashed), a.id],
    ['everything in the trash', all(trashed), undefined],
  ])('a deletion can be undone unless its items are deleted forever: %s is', async (_why, erased, undone) => {
    const calls = actionServer();
    const client = clientWith([folder, a]);
    await removeEach(client, calls, [a]);
    const removed = remove(client, all(inFolder, [kept]));
    calls.at(-1)?.done('all');
    await removed;
    const erasing = erase(client, erased);
    calls.at(-1)?.done(null);
    await erasing;
    undo(client);
    await settled();
    expect(calls.slice(3).map(({ body }) => body)).toEqual(
      undone === undefined ? [] : [{ operation: undone }],
    );
  });
});

test('the undo of a deletion is no longer offered once the trash is emptied', async () => {
  const calls = actionServer();
  const client = clientWith([folder, a, b, c]);
  const removed = remove(client, batchOf([a], origin));
  calls[0]?.done();
  await removed;
  expect(toasts.get()).toHaveLength(1);
  forgetTrashed();
  expect(toasts.get()).toEqual([]);
  undo(client);
  await settled();
  expect(calls).toHaveLength(1);
});

test('a change that is undone before its answer waits for it, and is not mistaken for the previous one', async () => {
  const calls = actionServer();
  const client = clientWith([folder, a, b, c]);
  const both = [remove(client, batchOf([a], origin)), remove(client, batchOf([b], origin))];
  calls[0]?.done('first');
  await both[0];
  undo(client);
  calls[1]?.done('second');
  await both[1];
  await settled();
  expect(calls.at(-1)).toMatchObject({ path: '/api/undo', body: { operation: 'second' } });
  expect(namesIn(client)).toEqual(['folder', 'b', 'c']);
});
