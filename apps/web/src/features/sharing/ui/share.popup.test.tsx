import { beforeAll, expect, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { media } from '#shared/lib/use-media.ts';
import { eventually } from '#shared/testing/eventually.ts';
import { openWindow } from '#shared/testing/media.ts';
import { change } from '#shared/testing/page.tsx';
import { collectionItem } from '../collection-item.ts';
import { itemOf, linkOf } from '../testing/links.ts';
import {
  address,
  onChanged,
  onClose,
  openClipboard,
  openShare,
  refused,
  token,
} from '../testing/open-share.tsx';

beforeAll(withMessages);

test('a folder’s link is created with the chosen options and copied, and its settings show', async () => {
  const copied = openClipboard();
  const made = linkOf({ permission: 'editor', protected: true });
  const { box, sent, press, choose, write: type, field } = await openShare(itemOf('folder'), () => made);
  expect(box.textContent).toContain('3 items · Only you have access');
  await choose('Editor');
  await choose('Password');
  expect(box.textContent).toContain('At least 8 characters, or 6 if they’re not all digits');
  for (const weak of ['abcde', '1234567']) {
    await type('input[name="password"]', weak);
    await press('Create link');
    expect(box.querySelector('.field-error')?.textContent).toBe(
      'Use at least 8 characters, or 6 if they’re not all digits.',
    );
  }
  expect(sent('POST', '/api/share')).toEqual([]);
  await type('input[name="password"]', 'harbour');
  expect(box.querySelector('.field-error')).toBeNull();
  await choose('Expiration');
  await choose('7 days');
  await choose('Download limit');
  await press('Create link');
  expect(sent('POST', '/api/share')).toEqual([
    {
      id: 'item',
      type: 'folder',
      permission: 'editor',
      password: 'harbour',
      expiration: 168,
      download_limit: 10,
    },
  ]);
  expect(copied).toEqual([address]);
  expect(field()?.value).toBe(address);
  expect(box.textContent).toContain('Copied');
  expect(box.textContent).toContain('On: guests must enter it');
  expect(onChanged).toHaveBeenCalledWith(made);
});

test('several items are shared under a name with a link to view and download', async () => {
  openClipboard();
  openWindow(media.autofocus);
  const made = linkOf({ name: 'Holiday' });
  const items = [{ id: 'one', type: 'file' as const }];
  const item = collectionItem('Shared items', { link: null, items: 3 });
  const { box, sent, press, write: type } = await openShare(item, () => made, { several: { items } });
  expect(box.textContent).toContain('Share 3 items');
  expect(box.textContent).not.toContain('Editor');
  const name = box.querySelector<HTMLInputElement>('.share-naming input');
  expect(document.activeElement).toBe(name);
  expect([name?.selectionStart, name?.selectionEnd]).toEqual([0, 'Shared items'.length]);
  await type('.share-naming input', ' ');
  await press('Create link');
  expect(box.querySelector('.field-error')?.textContent).toContain('Give the collection a name.');
  expect(sent('POST', '/api/share/collection')).toEqual([]);
  await type('.share-naming input', 'Holiday');
  await press('Create link');
  expect(sent('POST', '/api/share/collection')).toEqual([{ name: 'Holiday', items }]);
  expect(box.textContent).toContain('Collection: Holiday');
});

test('a text can be shared for editing as well, and other files cannot', async () => {
  openClipboard();
  const text = itemOf('file');
  const attributes = { ...text.attributes, name: 'notes.md', mimetype: 'text/markdown', size: 20 };
  const made = linkOf({ permission: 'editor' });
  const { box, choose, press, sent } = await openShare({ ...text, attributes }, () => made);
  expect(box.textContent).toContain('Can also edit the text');
  await choose('Editor');
  await press('Create link');
  expect(sent('POST', '/api/share')).toMatchObject([{ type: 'file', permission: 'editor' }]);
  expect(box.textContent).toContain('Can also edit the text');
  const other = await openShare(itemOf('file'), () => linkOf());
  expect(other.box.textContent).not.toContain('Editor');
});

test('a link is created even where the popup is closed before the answer', async () => {
  const answer = Promise.withResolvers<object>();
  const { press, leave } = await openShare(itemOf('file'), () => answer.promise);
  await press('Create link');
  await leave();
  expect(onChanged).not.toHaveBeenCalled();
  const made = linkOf();
  answer.resolve(made);
  await change();
  expect(onChanged.mock.calls).toEqual([[made]]);
});

test('a link that the browser does not copy is selected, and the popup says so', async () => {
  openClipboard(true);
  const { box, press, field } = await openShare(itemOf('file'), () => linkOf());
  expect(box.querySelector('input[type="radio"]')).toBeNull();
  await press('Create link');
  expect(box.textContent).toContain('Your browser blocked copying. The link is selected');
  expect(document.activeElement).toBe(field());
  expect([field()?.selectionStart, field()?.selectionEnd]).toEqual([0, address.length]);
});

test('a link that the browser did not copy elsewhere is selected when the popup opens', async () => {
  const link = linkOf();
  const { box, field } = await openShare(itemOf('file', link), () => link, { refused: true });
  expect(box.textContent).toContain('Your browser blocked copying. The link is selected');
  expect(document.activeElement).toBe(field());
  expect([field()?.selectionStart, field()?.selectionEnd]).toEqual([0, address.length]);
});

test('an item that got a link in the meantime shows that one', async () => {
  const other = linkOf({ permission: 'editor' });
  const { box, press } = await openShare(itemOf('folder'), ({ method, path }) => {
    if (method === 'POST') return refused(409, 'share.exists');
    if (path === '/api/share/item/item') return { data: [other.data] };
    return other;
  });
  await press('Create link');
  await change();
  expect(box.textContent).toContain('3 items · Shared by link');
  expect(onChanged).toHaveBeenCalledWith(other);
});

test('the expiration chosen for a new link keeps its chip', async () => {
  openClipboard();
  const link = { expires_at: '2026-11-22T10:00:00.004Z', expiration: 48 };
  const { box, press, choose } = await openShare(itemOf('file'), () => linkOf(link));
  const chosen = () => box.querySelector<HTMLInputElement>('.share-hours input:checked')?.value;
  await choose('Expiration');
  expect(chosen()).toBe('48');
  await press('Create link');
  expect(box.textContent).toContain('Link stops working on 22 Nov 2026');
  expect(chosen()).toBe('48');
});

test('an expiration chosen long after the link was created has its chip on any page', async () => {
  const link = linkOf({ expires_at: '2026-12-24T10:00:00.000Z', expiration: 168 });
  const { box } = await openShare(itemOf('file', link), () => link);
  expect(box.querySelector<HTMLInputElement>('.share-hours input:checked')?.value).toBe('168');
});

test('a changed expiration keeps its chip after the popup is reopened', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let link = linkOf({ expires_at: null });
  const answer = ({ method }: { readonly method: string }) => {
    if (method === 'POST') link = linkOf({ expires_at: '2026-12-24T10:00:00.000Z', expiration: 6 });
    return link;
  };
  const page = await openShare(itemOf('file', link), answer);
  await page.choose('Expiration');
  await page.choose('6 hours');
  await change(() => vi.advanceTimersByTime(150));
  await page.leave();
  const again = await openShare(itemOf('file', link), answer);
  expect(again.box.querySelector<HTMLInputElement>('.share-hours input:checked')?.value).toBe('6');
});

test('guest activity replaces the popup’s content, and leads back to it', async () => {
  const { box, press } = await openShare(itemOf('folder', linkOf({ permission: 'editor', unseen: 1 })), () =>
    linkOf({ permission: 'editor', unseen: 1 }),
  );
  const heading = () =>
    [...box.querySelectorAll('h2')].find((found) => found.closest('[hidden]') === null)?.textContent;
  const opener = [...box.querySelectorAll('button')].find(({ textContent }) => textContent === 'Show');
  opener?.focus();
  await press('Show');
  expect(document.querySelectorAll('dialog')).toHaveLength(1);
  expect(heading()).toBe('Guest activity');
  await change(() => box.querySelector<HTMLElement>('[aria-label=Back]')?.click());
  expect(heading()).toContain('Share');
  await eventually(() => expect(document.activeElement).toBe(opener));
});

test('changes of a link save themselves', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let link = linkOf({ expires_at: null });
  const page = await openShare(itemOf('folder', link), ({ method, body }) => {
    if (method === 'POST') {
      const { permission, expiration } = body as { permission?: 'editor'; expiration?: number };
      link = linkOf({
        permission: permission ?? link.data.attributes.permission,
        expires_at: expiration === undefined ? link.data.attributes.expires_at : '2026-11-22T10:00:00Z',
      });
    }
    return link;
  });
  const saves = () => page.sent('POST', `/api/share/${token}`);
  await page.choose('Editor');
  await change(() => vi.advanceTimersByTime(150));
  expect(saves()).toEqual([{ permission: 'editor', _method: 'patch' }]);
  await page.choose('Expiration');
  await change(() => vi.advanceTimersByTime(150));
  expect(saves().at(-1)).toEqual({ expiration: 48, _method: 'patch' });
  expect(page.box.textContent).toContain('Link stops working on 22 Nov 2026');
  await page.choose('Expiration');
  await change(() => vi.advanceTimersByTime(150));
  expect(saves().at(-1)).toEqual({ expiration: null, _method: 'patch' });
  vi.useRealTimers();
});

test('a password is set by its button and removed by its switch', async () => {
  let link = linkOf();
  const page = await openShare(itemOf('folder', link), ({ method, body }) => {
    if (method === 'POST') link = linkOf({ protected: (body as { password: unknown }).password !== null });
    return link;
  });
  const saves = () => page.sent('POST', `/api/share/${token}`);
  await page.choose('Password');
  await page.write('input[name="password"]', 'harbour');
  expect(saves()).toEqual([]);
  await page.press('Set password');
  expect(saves()).toEqual([{ password: 'harbour', _method: 'patch' }]);
  expect(page.box.textContent).toContain('On: guests must enter it');
  await page.choose('Password');
  expect(saves().at(-1)).toEqual({ password: null, _method: 'patch' });
  expect(page.box.textContent).toContain('Off: the link is enough');
});

test('a link that has ended elsewhere can be created again', async () => {
  const { box } = await openShare(itemOf('folder', linkOf()), () => refused(404, 'share.not_found'));
  await change();
  expect(box.textContent).toContain('This link has ended. You can create a new one.');
  expect(box.querySelector('.share-head p')?.textContent).toBe('3 items · Link ended');
  expect(onChanged).toHaveBeenCalledWith(null);
});

const collection = linkOf({ name: 'Holiday' });
const holiday = collectionItem('Holiday', { link: collection.data, items: 3 });

test('a collection that has ended elsewhere says so and can only be closed, since its items are unknown', async () => {
  const { box } = await openShare(holiday, () => refused(404, 'share.not_found'));
  await change();
  expect(box.textContent).toContain('This collection has ended. Its link no longer works.');
  expect(box.querySelector('.share-head p')?.textContent).toBe('3 items · Link ended');
  expect(box.querySelector('form, input')).toBeNull();
  const [close] = [...box.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Close');
  expect(document.activeElement).toBe(close);
  await change(() => close?.click());
  expect(onClose).toHaveBeenCalledOnce();
});

test('a collection’s popup bears its name, and its head counts the remaining items', async () => {
  const { box } = await openShare(holiday, ({ path }) =>
    path.endsWith('/items') ? { data: [itemOf('file'), itemOf('folder')] } : collection,
  );
  await change();
  expect(box.querySelector('h2')?.textContent).toBe('Collection: Holiday');
  expect(box.querySelector('.share-head')?.textContent).toContain('2 items · Shared by link');
});

test('sharing stops after confirmation, even where the link has already ended', async () => {
  const page = await openShare(itemOf('folder', linkOf()), ({ path }) =>
    path === '/api/share/revoke' ? refused(404, 'share.not_found') : linkOf(),
  );
  await page.press('Stop sharing');
  expect(page.box.textContent).toContain('The link stops working immediately.');
  await change(() =>
    page.box.querySelector<HTMLElement>('[role="alertdialog"] [data-look="danger"]')?.click(),
  );
  expect(page.sent('POST', '/api/share/revoke')).toEqual([{ tokens: [token], _method: 'delete' }]);
  expect(onChanged).toHaveBeenCalledWith(null);
});

test('a download limit shows where there is one', async () => {
  const link = linkOf({ download_limit: 5, downloads: 2 });
  const { box } = await openShare(itemOf('file', link), () => link);
  expect(box.querySelector('.share-stats')?.textContent).toMatch(/ · 2 of 5 downloads$/);
});
