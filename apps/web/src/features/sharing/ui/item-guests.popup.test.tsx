import { beforeAll, expect, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { change, openPlace } from '#shared/testing/page.tsx';
import { openServer } from '#shared/testing/server.ts';
import { activityEntryOf, itemOf, linkOf } from '../testing/links.ts';
import { ItemGuestsPopup } from './item-guests.popup.tsx';

beforeAll(withMessages);

const [first, news] = ['first-token-0123456789', 'other-token-0123456789'];

/** Opens the popup of a folder with two links, the second one an editor’s. */
const open = async (unseen: number) => {
  const links = [
    linkOf({ token: first, label: 'Family', links: 2 }),
    linkOf({ token: news, label: 'Print shop', permission: 'editor', links: 2, unseen }),
  ];
  const seen = vi.fn<(path: string) => void>();
  openServer(({ path }) => {
    if (path === '/api/share/item/item') return Response.json({ data: links.map(({ data }) => data) });
    if (!path.endsWith('/activity')) {
      seen(path);
      return new Response(null, { status: 204 });
    }
    const name = path.includes(news) ? 'flyer.pdf' : 'photo.jpg';
    return Response.json({ data: [activityEntryOf(1, { name })], meta: { next: null, revertible: 1 } });
  });
  const { box, draw } = openPlace();
  const ignore = (): void => undefined;
  await draw(
    <ItemGuestsPopup
      item={itemOf('folder', links[0])}
      onSeen={ignore}
      onReverted={ignore}
      onClose={ignore}
    />,
  );
  for (let turns = 0; turns < 4; turns++) await change();
  return { box, seen };
};

test.each([2, 0])('the activity of an item is first that of a link with %i news', async (unseen) => {
  const { box, seen } = await open(unseen);
  expect(box.textContent).toContain('flyer.pdf');
  expect(box.querySelector('[aria-current]')?.textContent).toContain('Print shop');
  expect(seen.mock.calls).toEqual([[`/api/share/${news}/seen`]]);
});

test('the activity of another link is a press away', async () => {
  const { box } = await open(2);
  await change(() => box.querySelector<HTMLElement>('.item-links button')?.click());
  await change();
  expect(box.textContent).toContain('photo.jpg');
  expect(box.querySelector('[aria-current]')?.textContent).toContain('Family');
});
