import { folderColors } from '@holdall/contract/colors';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { toasts } from '#shared/ui/toast.ts';
import type { Entry } from '../entry.ts';
import { actionServer } from '../testing/action-server.ts';
import { byName, clientWith, pageIn } from '../testing/cached-listing.ts';
import { draw } from '../testing/draw.tsx';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { eventually } from '#shared/testing/eventually.ts';
import { entryNamed } from '../testing/entries.ts';
import { FolderIconPopup } from './folder-icon.popup.tsx';
import { quickEmoji } from './quick-emoji.ts';

const plain = entryNamed('Invoices', { type: 'folder' });
const folder: Entry = { ...plain, attributes: { ...plain.attributes, color: folderColors.plum } };
const [emoji] = quickEmoji;

beforeAll(withMessages);
beforeEach(() => toasts.set([]));

const choosing = async () => {
  const calls = actionServer();
  const client = clientWith([folder]);
  const onClose = vi.fn<() => void>();
  const drawn = await draw(<FolderIconPopup entry={folder} onClose={onClose} />, client);
  const shown = () => pageIn(client, byName())?.entries[0]?.attributes;
  return { calls, onClose, shown, ...drawn };
};

test('an emoji and a colour show immediately, are saved and announced', async () => {
  const { calls, onClose, shown, press } = await choosing();
  await press(emoji);
  await press('Moss');
  expect(calls).toEqual([]);
  await press('Save');
  expect(onClose).toHaveBeenCalledTimes(1);
  const look = { color: folderColors.moss, emoji };
  await eventually(() =>
    expect(calls).toMatchObject([{ path: `/api/rename/${folder.id}`, body: { ...look, _method: 'patch' } }]),
  );
  expect(shown()).toMatchObject(look);
  const data = { ...folder, attributes: { ...folder.attributes, ...look } };
  calls[0]?.answer({ data, meta: { operation: 'op', count: 1, containers: [null] } });
  await eventually(() =>
    expect(toasts.get()).toMatchObject([{ type: 'success', message: 'Invoices changed', action: {} }]),
  );
});

test('an unchanged icon is not saved', async () => {
  const { calls, onClose, press } = await choosing();
  await press(emoji);
  await press(emoji);
  await press('Save');
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(calls).toEqual([]);
});
