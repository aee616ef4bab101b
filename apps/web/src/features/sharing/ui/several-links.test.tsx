import type { Share } from '@holdall/contract/share-link';
import { beforeAll, expect, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { change, write } from '#shared/testing/page.tsx';
import { itemOf, linkOf } from '../testing/links.ts';
import { onChanged, onClose, openClipboard, openShare, refused } from '../testing/open-share.tsx';

beforeAll(withMessages);

const first = linkOf({ token: 'first-token-0123456789', links: 2 });
const printer = linkOf({
  token: 'other-token-0123456789',
  label: 'Print shop',
  permission: 'editor',
  links: 2,
});
const listPath = '/api/share/item/item';

/** Opens the popup of a folder with these links; new ones are answered with `made`. */
const open = async (
  links: readonly Share[],
  made = linkOf({ token: 'third-token-0123456789', label: 'Family' }),
) => {
  openClipboard();
  const shown = links[0] ?? null;
  const live = [...links];
  return openShare(itemOf('folder', shown), ({ method, path, body }) => {
    if (path === listPath) return { data: live.map(({ data }) => data) };
    if (method === 'POST' && path === '/api/share') {
      live.push(made);
      return made;
    }
    if (method === 'POST' && path.endsWith('/revoke')) return { meta: { count: 1 } };
    const known = [...links, made].find(({ data }) => path.includes(data.attributes.token));
    if (!known) return refused(404, 'share.not_found');
    const { _method, ...fields } = (body ?? {}) as Record<string, string>;
    return { data: { ...known.data, attributes: { ...known.data.attributes, ...fields } } };
  });
};
const rowsIn = (box: HTMLElement): string[] =>
  [...box.querySelectorAll('.item-links button')].map(({ textContent }) => textContent ?? '');
const currentIn = (box: HTMLElement): string =>
  box.querySelector('.item-links [aria-current]')?.textContent ?? '';
const countsTold = (): (number | undefined)[] =>
  onChanged.mock.calls.map(([link]) => link?.data.attributes.links);

test('an item with one link shows no list, and asks for none', async () => {
  const { box, sent } = await open([linkOf()]);
  expect(rowsIn(box)).toEqual([]);
  expect(box.textContent).toContain('With its own permission, password and expiration');
  expect(sent('GET', listPath)).toEqual([]);
});

test('the links of an item are listed, and pressing one shows its settings', async () => {
  const { box, press, field } = await open([first, printer]);
  await change();
  expect(rowsIn(box)).toEqual(['Visitor0 visits', 'Print shopEditor · 0 visits']);
  expect(currentIn(box)).toContain('Visitor');
  await press('Print shopEditor · 0 visits');
  expect(currentIn(box)).toContain('Print shop');
  expect(field()?.value).toContain('other-token');
});

test('another link is made with its label; the item stays listed by its first link', async () => {
  const { box, sent, press, write: type, field } = await open([linkOf()]);
  await press('Add');
  await type('.collection-name input', ' Family ');
  await press('Create link');
  expect(sent('POST', '/api/share')).toEqual([
    { id: 'item', type: 'folder', permission: 'visitor', another: true, label: 'Family' },
  ]);
  expect(onChanged.mock.calls.at(-1)?.[0]?.data.attributes).toMatchObject({
    token: linkOf().data.attributes.token,
    links: 2,
  });
  expect(field()?.value).toContain('third-token');
  expect(rowsIn(box)).toHaveLength(2);
});

test('a form for another link that is cancelled leads back to the settings', async () => {
  const { press, field } = await open([linkOf()]);
  await press('Add');
  expect(field()).toBeNull();
  await press('Cancel');
  expect(field()?.value).toContain('token-of-a-link');
  expect(onClose).not.toHaveBeenCalled();
});

test('a label saves itself and shows in the list', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { box, sent } = await open([first, printer]);
  await change();
  await change(() => write(box.querySelector('.collection-name input'), 'Family'));
  await change(() => vi.advanceTimersByTime(800));
  vi.useRealTimers();
  await change();
  expect(sent('POST', '/api/share/first-token-0123456789')).toEqual([{ label: 'Family', _method: 'patch' }]);
  expect(rowsIn(box)[0]).toContain('Family');
});

test('where one of two links ends, the other one shows', async () => {
  const { box, press, field } = await open([first, printer]);
  await change();
  await press('Stop sharing');
  await change(() => box.querySelector<HTMLElement>('[data-look="danger"]')?.click());
  for (let turns = 0; turns < 10; turns++) await change();
  expect(field()?.value).toContain('other-token');
  expect(countsTold().at(-1)).toBe(1);
  expect(onClose).not.toHaveBeenCalled();
});

test('a date and time of the end is sent once it lies in the future', async () => {
  const { box, sent, press, choose, write: type } = await openShare(itemOf('folder'), () => linkOf());
  openClipboard();
  await choose('Expiration');
  await choose('Date and time');
  await type('input[type="datetime-local"]', '2020-01-01T10:00');
  expect(box.querySelector('.field-error')?.textContent).toBe(
    'Choose a time in the future, within ten years.',
  );
  const year = new Date().getFullYear() + 1;
  await type('input[type="datetime-local"]', `${year}-03-01T18:30`);
  expect(box.querySelector('.field-error')).toBeNull();
  await press('Create link');
  expect(sent('POST', '/api/share')).toEqual([
    {
      id: 'item',
      type: 'folder',
      permission: 'visitor',
      expires_at: new Date(year, 2, 1, 18, 30).toISOString(),
    },
  ]);
});
