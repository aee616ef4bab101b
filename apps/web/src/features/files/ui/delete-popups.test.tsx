import { beforeAll, expect, test } from 'vitest';
import { folderSource } from '../listing/listing-source.ts';
import { batchOf } from '../actions/batch.ts';
import { draw } from '../testing/draw.tsx';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { entryNamed } from '../testing/entries.ts';
import { actionsFor, listingOf } from '../testing/listing.ts';
import { EmptyTrashPopup } from './empty-trash.popup.tsx';
import { ErasePopup } from './erase.popup.tsx';

beforeAll(withMessages);

const [a, b] = [entryNamed('a.txt'), entryNamed('b.txt')];
const long = entryNamed(`${'a'.repeat(246)}.txt`);
const ignore = (): void => undefined;
const title = () => document.querySelector('dialog h2')?.textContent;

test.each([
  ['Delete a.txt forever?', [a]],
  ['Delete 2 items forever?', [a, b]],
  [`Delete ${'a'.repeat(39)}…${'a'.repeat(16)}.txt forever?`, [long]],
])('%s', async (asked, entries) => {
  const batch = batchOf(entries, { source: folderSource(null), isTrash: true });
  await draw(<ErasePopup batch={batch} actions={actionsFor(listingOf(entries))} onClose={ignore} />);
  expect(title()).toBe(asked);
});

test.each([
  ['4 items (556 B) will be deleted forever. This can’t be undone. Items inside folders are included.', 3],
  ['4 items (556 B) will be deleted forever. This can’t be undone.', 4],
])('%s', async (message, listed) => {
  await draw(<EmptyTrashPopup items={4} listed={listed} size={556} onClose={ignore} />);
  expect(document.querySelector('dialog p')?.textContent).toBe(message);
});
