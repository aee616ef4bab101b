import { QueryClient } from '@tanstack/react-query';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { change, openPlace } from '#shared/testing/page.tsx';
import { openServer } from '#shared/testing/server.ts';
import { toasts } from '#shared/ui/toast.ts';
import { sharingPopup } from '../sharing.store.ts';
import { itemOf } from '../testing/links.ts';
import { CollectionItems } from './collection-items.tsx';

beforeAll(withMessages);
beforeEach(() => toasts.set([]));

const named = (name: string) => {
  const item = itemOf('file');
  return { ...item, id: name, attributes: { ...item.attributes, name } };
};

/** Draws the items of a collection with a server that adds and removes them. */
const open = async (...names: readonly string[]) => {
  let held = names;
  openServer(({ method, body }) => {
    if (method === 'POST') {
      const { add = [], remove = [] } = body as { add?: { id: string }[]; remove?: string[] };
      held = [...held.filter((name) => !remove.includes(name)), ...add.map(({ id }) => id)];
      return new Response(null, { status: 204 });
    }
    return Response.json({ data: held.map(named) });
  });
  const { box, draw } = openPlace(new QueryClient());
  await draw(<CollectionItems token="token-of-a-collection" />);
  await change();
  const button = (label: string) =>
    [...box.querySelectorAll('button')].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent) === label,
    ) ?? expect.fail(`There is no “${label}”.`);
  const press = async (label: string) => {
    button(label).focus();
    await change(() => button(label).click());
    await change();
  };
  await press('Show');
  return {
    box,
    button,
    press,
    names: () => Array.from(box.querySelectorAll('li'), (row) => row.textContent),
  };
};

test('an item is shown in its folder, and the popup over the page is gone', async () => {
  const { press } = await open('a', 'b');
  sharingPopup.set({ about: 'requests' });
  await press('Show b in its folder');
  expect(sharingPopup.get()).toBeUndefined();
  expect(location.pathname + location.search).toBe('/platform/files?select=b');
});

test('an item is removed by its button and restored by the toast', async () => {
  const { box, press, names } = await open('a', 'b', 'c');
  expect(box.textContent).toContain('3 items');
  await press('Remove b from the collection');
  expect(names()).toEqual(['a', 'c']);
  expect(box.textContent).toContain('2 items');
  const [told] = toasts.get();
  expect(told?.message).toBe('b removed from the collection');
  await change(() => told?.action?.onSelect());
  await change();
  expect(names()).toEqual(['a', 'c', 'b']);
});

test('the focus moves to the row after the removed one, else to the last', async () => {
  const { button, press } = await open('a', 'b', 'c', 'd');
  await press('Remove b from the collection');
  expect(document.activeElement).toBe(button('Remove c from the collection'));
  await press('Remove d from the collection');
  expect(document.activeElement).toBe(button('Remove c from the collection'));
});

test('the last item stays, and the focus moves to its remaining action', async () => {
  const { button, press } = await open('a', 'b');
  await press('Remove b from the collection');
  expect(button('Remove a from the collection').disabled).toBe(true);
  expect(document.activeElement).toBe(button('Show a in its folder'));
});
