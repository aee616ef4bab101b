import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { markAuthorized, markUnauthorized } from '#shared/session/session.ts';
import { toasts } from '#shared/ui/toast.ts';
import { actionServer } from '../testing/action-server.ts';
import { byName, clientWith, namesIn } from '../testing/cached-listing.ts';
import { entryNamed } from '../testing/entries.ts';
import { batchOf } from './batch.ts';
import { copy } from './copy-command.tsx';
import { itemPopup } from './item-popup.store.ts';
import { undoLast } from './undo.ts';

const [a, b] = [entryNamed('a'), entryNamed('b')];
const origin = { source: byName().source, isTrash: false };
const to = { id: 'target', name: 'Target' };
const messages = () => toasts.get().map(({ message }) => message);

beforeEach(async () => {
  await withMessages();
  markUnauthorized();
  markAuthorized();
  toasts.set([]);
  itemPopup.set(undefined);
});
afterEach(() => vi.useRealTimers());

test('a copy leaves its original, is announced and can be undone', async () => {
  const calls = actionServer();
  const client = clientWith([a, b]);
  const copied = copy(client, batchOf([a], origin), { to });
  expect(namesIn(client)).toEqual(['a', 'b']);
  calls[0]?.done();
  await copied;
  expect(namesIn(client)).toEqual(['a', 'b']);
  expect(messages()).toEqual(['a copied to Target']);
  undoLast(client);
  await vi.waitFor(() =>
    expect(calls.at(-1)).toMatchObject({ path: '/api/undo', body: { operation: 'op' } }),
  );
});

test('a copy in the same folder is called a duplicate', async () => {
  const calls = actionServer();
  const copied = copy(clientWith([a, b]), batchOf([a, b], origin), { to: { id: null, name: 'Home' } });
  calls[0]?.done();
  await copied;
  expect(messages()).toEqual(['1 item duplicated']);
});

test('a copy that takes longer says that it goes on', async () => {
  vi.useFakeTimers();
  const calls = actionServer();
  const copied = copy(clientWith([a]), batchOf([a], origin), { to });
  expect(messages()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(messages()).toEqual(['Copying…']);
  calls[0]?.done();
  await copied;
  expect(messages()).toEqual(['a copied to Target']);
});

test('taken names are asked about, and a full storage is told', async () => {
  const calls = actionServer();
  const batch = batchOf([a], origin);
  const refused = copy(clientWith([a]), batch, { to });
  const conflicts = { total: 1, items: [] };
  calls[0]?.answer({ code: 'item.name_taken', message: 'Taken', status: 409, conflicts }, 409);
  await refused;
  expect(itemPopup.get()).toMatchObject({ kind: 'conflict', about: { how: 'copy', to, total: 1 } });
  expect(messages()).toEqual([]);
  const full = copy(clientWith([a]), batch, { to });
  calls[1]?.answer({ code: 'storage.exceeded', message: 'Full', status: 423 }, 423);
  await full;
  expect(messages()).toEqual(['Couldn’t copy “a”. There’s not enough storage space.']);
});
