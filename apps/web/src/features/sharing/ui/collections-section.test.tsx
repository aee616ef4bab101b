import type { CollectionLink } from '@holdall/contract/collections';
import type { Config } from '@holdall/contract/settings';
import { QueryClient } from '@tanstack/react-query';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { putConfig } from '#shared/config/config.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { media } from '#shared/lib/use-media.ts';
import { openWindow } from '#shared/testing/media.ts';
import { change, openPlace } from '#shared/testing/page.tsx';
import { openServer } from '#shared/testing/server.ts';
import { invalidateLinks } from '../sharing.queries.ts';
import { sharingPopup } from '../sharing.store.ts';
import { linkOf } from '../testing/links.ts';
import { CollectionsSection } from './collections-section.tsx';

beforeAll(withMessages);
beforeEach(() => {
  putConfig({ host: 'https://files.example.com' } as Config);
  sharingPopup.set(undefined);
});

const collectionOf = (name: string): CollectionLink => ({
  ...linkOf({ name, token: `token-of-${name}`, visits: 2 }).data,
  id: name,
  meta: { items: 3 },
});

/** Draws the section with a server that has these collections. */
const open = async (...names: readonly string[]) => {
  let left = names;
  openServer(() => Response.json({ data: left.map(collectionOf), meta: { next: null } }));
  const client = new QueryClient();
  const { box, draw } = openPlace(client);
  await draw(
    <>
      <h1 tabIndex={-1}>{'Shared'}</h1>
      <CollectionsSection />
    </>,
  );
  await change();
  const button = (label: string) =>
    [...box.querySelectorAll('button')].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent) === label,
    ) ?? expect.fail(`There is no “${label}”.`);
  return {
    box,
    button,
    press: (label: string) => change(() => button(label).click()),
    rows: () => Array.from(box.querySelectorAll('li b'), ({ textContent }) => textContent),
    end: async (name: string) => {
      left = left.filter((other) => other !== name);
      await change(() => invalidateLinks(client));
      await change();
    },
  };
};

test('a row opens the popup of its collection, and its buttons copy and end the link', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { press, box } = await open('Holiday');
  expect(box.querySelector('li')?.textContent).toContain('3 items · 2 visits');
  await change(() => box.querySelector<HTMLElement>('li b')?.click());
  expect(sharingPopup.get()).toMatchObject({ about: 'collection', link: { id: 'Holiday' }, refused: false });
  await press('Copy the link to Holiday');
  expect(copied.mock.calls[0]?.[0]).toMatch(/token-of-Holiday$/);
  await press('Stop sharing Holiday');
  expect(sharingPopup.get()).toMatchObject({ about: 'end_collection', link: { id: 'Holiday' } });
});

test('all but two collections are collapsed by default', async () => {
  const { rows, press } = await open('One', 'Two', 'Three');
  expect(rows()).toEqual(['One', 'Two']);
  await press('Show all');
  expect(rows()).toEqual(['One', 'Two', 'Three']);
  await press('Show fewer');
  expect(rows()).toEqual(['One', 'Two']);
});

test('two collections have nothing to expand', async () => {
  const { box } = await open('One', 'Two');
  expect(box.querySelector('[aria-expanded]')).toBeNull();
});

test('a low window collapses all collections to make room for shared items', async () => {
  openWindow(media.low);
  const { rows, press } = await open('One');
  expect(rows()).toEqual([]);
  await press('Show all');
  expect(rows()).toEqual(['One']);
});

test('after a collection ends, the same button of the next one gets the focus', async () => {
  const { button, end } = await open('One', 'Two');
  button('Stop sharing One').focus();
  await end('One');
  expect(document.activeElement).toBe(button('Stop sharing Two'));
});

test('after a collection ends in a popup, the next one gets the focus once the popup is closed', async () => {
  const { button, end } = await open('One', 'Two');
  const popup = document.body.appendChild(document.createElement('dialog'));
  const confirm = popup.appendChild(document.createElement('button'));
  button('Stop sharing One').focus();
  confirm.focus();
  popup.remove();
  await end('One');
  expect(document.activeElement).toBe(button('Stop sharing Two'));
});

test('after the only collection ends, the heading of the page gets the focus', async () => {
  const { box, button, end } = await open('One');
  button('Stop sharing One').focus();
  await end('One');
  expect(document.activeElement).toBe(box.querySelector('h1'));
});

test('a collection that ends elsewhere takes no focus from another field', async () => {
  const { button, end } = await open('One', 'Two');
  const field = document.body.appendChild(document.createElement('input'));
  onTestFinished(() => field.remove());
  button('Stop sharing One').focus();
  field.focus();
  await end('One');
  expect(document.activeElement).toBe(field);
});
