import { beforeAll, expect, test } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { media } from '#shared/lib/use-media.ts';
import { openWindow } from '#shared/testing/media.ts';
import { openPlace } from '#shared/testing/page.tsx';
import { batchOf } from '../actions/batch.ts';
import type { ItemPopup } from '../actions/item-popup.store.ts';
import { folderSource } from '../listing/listing-source.ts';
import { entryNamed } from '../testing/entries.ts';
import { actionsFor, listingOf } from '../testing/listing.ts';
import { ContextMenu } from './context-menu.tsx';

beforeAll(withMessages);

const [a, b] = [entryNamed('a.txt'), entryNamed('b.txt')];
const origin = { source: folderSource(null), isTrash: false };

type Menu = Extract<ItemPopup, { readonly kind: 'menu' }>;

/** Returns the names of the buttons of the menu on a phone. */
const buttonsOf = async (menu: Partial<Menu>): Promise<(string | null)[]> => {
  openWindow(media.phone);
  const { box, draw } = openPlace();
  const at = { left: 0, right: 0, top: 0, bottom: 0 };
  const popup: Menu = { kind: 'menu', entry: a, batch: batchOf([a], origin), at, ...menu };
  await draw(<ContextMenu popup={popup} actions={actionsFor(listingOf([a, b]))} />);
  return [...box.querySelectorAll('.item-sheet-quick button, .action-list button')].map(
    ({ textContent }) => textContent,
  );
};

test('the opener of a menu is marked while the menu is open, so that its row lends its element to no other', async () => {
  openWindow(media.phone);
  const { box, draw } = openPlace();
  const button = document.createElement('button');
  box.before(button);
  button.focus();
  const at = { left: 0, right: 0, top: 0, bottom: 0 };
  const popup: Menu = { kind: 'menu', entry: a, batch: batchOf([a], origin), at };
  await draw(<ContextMenu popup={popup} actions={actionsFor(listingOf([a, b]))} />);
  expect(button.hasAttribute('data-menu-opener')).toBe(true);
  await draw(null);
  expect(button.hasAttribute('data-menu-opener')).toBe(false);
  button.remove();
});

test('the sheet of one item offers to begin a selection with it', async () => {
  expect(await buttonsOf({})).toContain('Select');
});

test('the sheet of a selection does not offer to begin one', async () => {
  const beside = new Set(['share', 'download', 'move', 'remove']);
  expect(await buttonsOf({ batch: batchOf([a, b], origin), beside })).toEqual(['Duplicate', 'Details']);
  expect(await buttonsOf({ beside })).not.toContain('Select');
});
