import { linksOfItemMax } from '@holdall/contract/link-limits';
import type { Share } from '@holdall/contract/share-link';
import { beforeAll, expect, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { change, write } from '#shared/testing/page.tsx';
import * as liveRegion from '#shared/ui/live-region.tsx';
import { linkQuery } from '../sharing.queries.ts';
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

const made = linkOf({ token: 'third-token-0123456789', label: 'Family' });

/** Opens the popup of a folder with these links. @param answer that to changes of a link */
const open = async (links: readonly Share[], { answer }: { readonly answer?: Promise<object> } = {}) => {
  openClipboard();
  const shown = links[0] ?? null;
  const live = [...links];
  const page = await openShare(itemOf('folder', shown), ({ method, path, body }) => {
    if (path === listPath) return { data: live.map(({ data }) => data) };
    if (method === 'POST' && path === '/api/share') {
      live.push(made);
      return made;
    }
    if (method === 'POST' && path.endsWith('/revoke')) return { meta: { count: 1 } };
    const known = live.find(({ data }) => path.includes(data.attributes.token));
    if (!known) return refused(404, 'share.not_found');
    if (method === 'POST' && answer) return answer;
    const { _method, ...fields } = (body ?? {}) as Record<string, string>;
    return { data: { ...known.data, attributes: { ...known.data.attributes, ...fields } } };
  });
  /** Ends a link elsewhere. */
  const end = (token: string): void =>
    void live.splice(
      live.findIndex(({ data }) => data.attributes.token === token),
      1,
    );
  return { ...page, end };
};
const rowsIn = (box: HTMLElement): string[] =>
  [...box.querySelectorAll('.item-links button')].map(({ textContent }) => textContent ?? '');
const currentIn = (box: HTMLElement): string =>
  box.querySelector('.item-links [aria-current]')?.textContent ?? '';
const countsTold = (): (number | undefined)[] =>
  onChanged.mock.calls.map(([link]) => link?.data.attributes.links);

/** Tells whether the form of another link stands in the place of the settings. */
const isHidden = (field: HTMLElement | null): boolean => field !== null && field.closest('[hidden]') !== null;

test('an item with one link shows no list, and asks for none', async () => {
  const { box, sent } = await open([linkOf()]);
  expect(rowsIn(box)).toEqual([]);
  expect(box.textContent).toContain('With its own permission, password and expiration');
  expect(sent('GET', listPath)).toEqual([]);
});

test('the links of an item are listed, and pressing one shows its settings', async () => {
  const { box, press, field } = await open([first, printer]);
  await change();
  expect(rowsIn(box)).toEqual(['VisitorSince 20 Nov 2026, 10:00 · 0 visits', 'Print shopEditor · 0 visits']);
  expect(currentIn(box)).toContain('Visitor');
  await press('Print shopEditor · 0 visits');
  expect(currentIn(box)).toContain('Print shop');
  expect(field()?.value).toContain('other-token');
});

test('a link without a label is told from others by when it was made', async () => {
  const older = linkOf({ token: 'first-token-0123456789', created_at: '2026-11-18T09:30:00Z', links: 2 });
  const { box } = await open([older, linkOf({ token: 'other-token-0123456789', links: 2 })]);
  await change();
  expect(rowsIn(box)).toEqual([
    'VisitorSince 18 Nov 2026, 09:30 · 0 visits',
    'VisitorSince 20 Nov 2026, 10:00 · 0 visits',
  ]);
});

test('another link is made with its label; the item stays listed by its first link', async () => {
  const { box, sent, press, write: type, field } = await open([linkOf()]);
  await press('Create');
  await type('.share-naming input', ' Family ');
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
  await press('Create');
  expect(isHidden(field())).toBe(true);
  await press('Cancel');
  expect(field()?.value).toContain('token-of-a-link');
  expect(onClose).not.toHaveBeenCalled();
});

test('a label saves itself and shows in the list', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { box, sent } = await open([first, printer]);
  await change();
  await change(() => write(box.querySelector('.share-naming input'), 'Family'));
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

test('a change that is answered after another link was chosen leaves that one shown', async () => {
  const answer = Promise.withResolvers<object>();
  const page = await open([first, printer], { answer: answer.promise });
  await change();
  await page.write('.share-naming input', 'Family');
  await change(() =>
    page.box
      .querySelector('.share-naming input')
      ?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })),
  );
  await page.press('Print shopEditor · 0 visits');
  answer.resolve(linkOf({ token: 'first-token-0123456789', label: 'Family', links: 2 }));
  await change();
  expect(rowsIn(page.box)[0]).toContain('Family');
  expect(currentIn(page.box)).toContain('Print shop');
  expect(page.field()?.value).toContain('other-token');
});

test.each([
  ['another link is chosen', 'Print shopEditor · 0 visits', 'other-token'],
  ['another one is created', 'Create', 'first-token'],
])('a typed password is saved before %s', async (_what, button, shown) => {
  const { sent, press, choose, write: type, field } = await open([first, printer]);
  await change();
  await choose('Password');
  await type('input[name="password"]', 'abc');
  await press(button);
  expect(sent('POST', '/api/share/first-token-0123456789')).toEqual([]);
  expect(field()?.value).toContain('first-token');
  expect(document.activeElement?.getAttribute('name')).toBe('password');
  await type('input[name="password"]', 'harbour');
  await press(button);
  expect(sent('POST', '/api/share/first-token-0123456789')).toEqual([
    { password: 'harbour', _method: 'patch' },
  ]);
  expect(field()?.value).toContain(shown);
  expect(isHidden(field())).toBe(button === 'Create');
});

test('where the shown link ends elsewhere, another one of the item takes its place', async () => {
  const { box, client, end, field } = await open([first, printer]);
  await change();
  end('first-token-0123456789');
  await change(() => client.invalidateQueries(linkQuery('first-token-0123456789')));
  await change();
  expect(field()?.value).toContain('other-token');
  expect(box.textContent).not.toContain('Create link');
  expect(countsTold().at(-1)).toBe(1);
});

test('links that another tab has made are found, all of them', async () => {
  openClipboard();
  const page = await openShare(itemOf('folder'), ({ method, path }) => {
    if (path === listPath) return { data: [first.data, printer.data] };
    return method === 'POST' ? refused(409, 'share.exists') : first;
  });
  await page.press('Create link');
  await change();
  expect(page.field()?.value).toContain('first-token');
  expect(rowsIn(page.box)).toHaveLength(2);
  expect(countsTold()).toEqual([2]);
});

test('the focus stays with the list, the button and the link that are left', async () => {
  const { box, press } = await open([first, printer]);
  await change();
  const rowOf = (name: string) =>
    [...box.querySelectorAll<HTMLElement>('.item-links button')].find(({ textContent }) =>
      textContent?.startsWith(name),
    );
  rowOf('Print shop')?.focus();
  await press('Print shopEditor · 0 visits');
  expect(document.activeElement).toBe(rowOf('Print shop'));
  const create = [...box.querySelectorAll('button')].find(({ textContent }) => textContent === 'Create');
  create?.focus();
  await press('Create');
  await press('Cancel');
  await change(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  expect(document.activeElement).toBe(create);
  await press('Stop sharing');
  await change(() => box.querySelector<HTMLElement>('[data-look="danger"]')?.click());
  for (let turns = 0; turns < 10; turns++) await change();
  expect(document.activeElement?.getAttribute('value')).toContain('first-token');
});

test('a link that is chosen is announced', async () => {
  const said = vi.spyOn(liveRegion, 'announce');
  const { press } = await open([first, printer]);
  await change();
  await press('Print shopEditor · 0 visits');
  expect(said.mock.calls).toEqual([['Showing the link “Print shop”']]);
});

test('an item with as many links as it can have says so', async () => {
  const many = Array.from({ length: linksOfItemMax }, (_, number) =>
    linkOf({ token: `token-${number}-0123456789012345`, links: linksOfItemMax }),
  );
  const { box } = await open(many);
  await change();
  expect(box.textContent).toContain('This item has 20 links, the most it can have.');
  expect([...box.querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain('Create');
});

test('a link is not created while its end lies in the past', async () => {
  openClipboard();
  const { box, sent, press, choose, write: type } = await openShare(itemOf('folder'), () => linkOf());
  await choose('Expiration');
  await choose('Date and time');
  await type('input[type="datetime-local"]', '2020-01-01T10:00');
  await press('Create link');
  expect(sent('POST', '/api/share')).toEqual([]);
  expect(box.querySelector('.field-error')?.textContent).toContain('Choose a time in the future');
  expect(box.textContent, 'no end is told').not.toContain('Link stops working on');
  await choose('7 days');
  await press('Create link');
  expect(sent('POST', '/api/share')).toHaveLength(1);
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
