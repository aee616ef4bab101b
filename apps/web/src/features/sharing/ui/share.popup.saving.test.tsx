import type { Config } from '@holdall/contract/settings';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { putConfig } from '#shared/config/config.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { change, write } from '#shared/testing/page.tsx';
import { toasts } from '#shared/ui/toast.ts';
import { alerts } from '#shared/ui/alert.ts';
import { linkQuery } from '../sharing.queries.ts';
import { itemOf, linkOf } from '../testing/links.ts';
import { onChanged, onClose, openClipboard, openShare, refused, token } from '../testing/open-share.tsx';

beforeAll(withMessages);
beforeEach(() => {
  toasts.set([]);
  alerts.set([]);
});
const told = () => toasts.get().map(({ message }) => message);
const changes = `/api/share/${token}`;

test('a typed password is saved before the popup closes; one that is too short stays for correction', async () => {
  let link = linkOf();
  const page = await openShare(itemOf('folder', link), ({ method, body }) => {
    if (method === 'POST') link = linkOf({ protected: (body as { password: unknown }).password !== null });
    return link;
  });
  await page.choose('Password');
  await page.write('input[name="password"]', 'abc');
  await page.press('Done');
  expect(page.box.querySelector('.field-error')?.textContent).toContain('at least 8 characters');
  expect(document.activeElement).toBe(page.box.querySelector('input[name="password"]'));
  expect([page.sent('POST', changes), onClose.mock.calls]).toEqual([[], []]);
  await page.write('input[name="password"]', 'harbour');
  await page.press('Done');
  expect(page.sent('POST', changes)).toEqual([{ password: 'harbour', _method: 'patch' }]);
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(onChanged.mock.calls.at(-1)?.[0]?.data.attributes.protected).toBe(true);
});

test('the popup stays open where saving the password failed, and an empty field does not block closing', async () => {
  const page = await openShare(itemOf('folder', linkOf()), ({ method }) =>
    method === 'POST' ? refused(500, 'server.failed') : linkOf(),
  );
  await page.choose('Password');
  await page.write('input[name="password"]', 'harbour');
  await page.press('Done');
  expect(onClose).not.toHaveBeenCalled();
  expect(page.box.querySelector('.field-error')).not.toBeNull();
  await page.write('input[name="password"]', '');
  await page.press('Done');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a password saved after the popup has closed still marks the item', async () => {
  const answer = Promise.withResolvers<object>();
  const page = await openShare(itemOf('folder', linkOf()), ({ method }) =>
    method === 'POST' ? answer.promise : linkOf(),
  );
  await page.choose('Password');
  await page.write('input[name="password"]', 'harbour');
  await page.press('Set password');
  await page.leave();
  const kept = linkOf({ protected: true });
  answer.resolve(kept);
  await change();
  expect(onChanged.mock.calls).toEqual([[kept]]);
});

test('a saved value wins over an answer requested before it', async () => {
  const first = Promise.withResolvers<object>();
  const page = await openShare(itemOf('folder', linkOf()), ({ method }) =>
    method === 'POST' ? linkOf({ protected: true }) : first.promise,
  );
  await page.choose('Password');
  await page.write('input[name="password"]', 'harbour');
  await page.press('Set password');
  first.resolve(linkOf());
  await change();
  expect(page.client.getQueryData(linkQuery(token).queryKey)?.data.attributes.protected).toBe(true);
  expect(page.box.textContent).toContain('On: guests must enter it');
});

test('a link that ends while it is changed can be created again without an error message', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let hasEnded = false;
  const page = await openShare(itemOf('folder', linkOf()), ({ method }) => {
    hasEnded ||= method === 'POST';
    return hasEnded ? refused(404, 'share.not_found') : linkOf();
  });
  await page.choose('Editor');
  await change(() => vi.advanceTimersByTime(150));
  await change();
  vi.useRealTimers();
  expect(page.box.textContent).toContain('This link has ended. You can create a new one.');
  expect([alerts.get(), onChanged.mock.calls]).toEqual([[], [[null]]]);
});

test('a limit is saved once it is complete; a limit that is reached is shown', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let link = linkOf({ download_limit: 50, downloads: 20 });
  const page = await openShare(itemOf('file', link), ({ method, body }) => {
    if (method === 'POST') {
      const { download_limit: limit } = body as { download_limit: number };
      link = linkOf({ download_limit: limit, downloads: 20 });
    }
    return link;
  });
  const field = () => page.box.querySelector<HTMLInputElement>('input[inputmode="numeric"]');
  for (const typed of ['1', '10', '100']) {
    await change(() => write(field(), typed));
    await change(() => vi.advanceTimersByTime(300));
  }
  await change(() => field()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
  expect(page.sent('POST', changes)).toEqual([{ download_limit: 100, _method: 'patch' }]);
  await change(() => write(field(), '15'));
  await change(() => vi.advanceTimersByTime(800));
  vi.useRealTimers();
  expect(page.sent('POST', changes).at(-1)).toEqual({ download_limit: 15, _method: 'patch' });
  expect(page.box.textContent).toContain('20 of 15 used: no downloads left');
});

test('an end chosen here yields to one that is set elsewhere', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let link = linkOf();
  const page = await openShare(itemOf('file', link), ({ method }) => {
    if (method === 'POST') link = linkOf({ expires_at: '2027-03-01T10:00:00Z', expiration: 48 });
    return link;
  });
  const hours = () => [...page.box.querySelectorAll<HTMLInputElement>('.share-hours input')];
  await page.choose('Expiration');
  await change(() => vi.advanceTimersByTime(150));
  vi.useRealTimers();
  expect(hours().find(({ checked }) => checked)?.value).toBe('48');
  link = linkOf({ expires_at: '2027-05-01T10:00:00Z' });
  await change(() => page.client.invalidateQueries(linkQuery(token)));
  await change();
  expect(page.box.textContent).toContain('Link stops working on 1 May 2027');
  expect(hours().find(({ checked }) => checked)).toBe(hours().at(-1));
  link = linkOf();
  await change(() => page.client.invalidateQueries(linkQuery(token)));
  await change();
  expect(page.box.textContent).toContain('Off: the link never expires');
});

test('mail recipients are requested before a link is created, and confirmed after it', async () => {
  openClipboard();
  const page = await openShare(itemOf('file'), () => linkOf());
  const written = () => page.box.querySelector<HTMLInputElement>('.list-editor input');
  const leaveField = () =>
    change(() => written()?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  await page.choose('Send by email');
  await page.press('Create link');
  expect(page.box.querySelector('.field-error')?.textContent).toContain('Enter an email address.');
  await change(() => write(written(), 'anna@exmaple'));
  await leaveField();
  await page.press('Create link');
  expect(page.box.querySelector('.field-error')?.textContent).toContain('Enter a valid email');
  expect(page.sent('POST', '/api/share')).toEqual([]);
  await change(() => write(written(), 'anna@example.com, ben@example.com'));
  await leaveField();
  await page.press('Create link');
  expect(page.sent('POST', '/api/share')).toEqual([
    { id: 'item', type: 'file', permission: 'visitor', emails: ['anna@example.com', 'ben@example.com'] },
  ]);
  expect(told()).toEqual(['Link sent to 2 people']);
});

test('an existing link is mailed with a message, whether or not its popup stays open', async () => {
  const answer = Promise.withResolvers<Response>();
  const page = await openShare(itemOf('file', linkOf()), ({ method }) =>
    method === 'POST' ? answer.promise : linkOf(),
  );
  await page.press('Write');
  await page.press('Send');
  expect(page.box.querySelector('.field-error')?.textContent).toContain('Enter an email address.');
  await page.write('.list-editor input', 'anna@example.com');
  await page.press('Add');
  await page.press('Send');
  expect(page.sent('POST', `${changes}/email`)).toEqual([{ emails: ['anna@example.com'], message: '' }]);
  await page.leave();
  answer.resolve(Response.json({ meta: { count: 1 } }));
  await change();
  expect(told()).toEqual(['Link sent to 1 person']);
});

test('nothing is mailed where the server sends no mails, or stops sending them', async () => {
  const off = 'This server doesn’t send emails yet.';
  const sendNone = () =>
    change(() => putConfig({ host: 'https://files.example.com', mails: false } as Config));
  openClipboard();
  const create = await openShare(itemOf('file'), () => linkOf());
  expect(create.box.textContent).not.toContain(off);
  await create.choose('Send by email');
  await sendNone();
  const mailSwitch = [...create.box.querySelectorAll<HTMLInputElement>('[role="switch"]')].at(-1);
  expect([mailSwitch?.disabled, mailSwitch?.checked, create.box.querySelector('.sharemail')]).toEqual([
    true,
    false,
    null,
  ]);
  expect(create.box.textContent).toContain(off);
  await create.press('Create link');
  expect(create.sent('POST', '/api/share')).toEqual([{ id: 'item', type: 'file', permission: 'visitor' }]);
  expect(told()).toEqual([]);
  await create.leave();
  const edit = await openShare(itemOf('file', linkOf()), () => linkOf());
  await edit.press('Write');
  await sendNone();
  expect(edit.box.querySelector('.sharemail')).toBeNull();
  expect(edit.box.textContent).toContain(off);
  const write = [...edit.box.querySelectorAll('button')].find(({ textContent }) => textContent === 'Write');
  expect(write?.disabled).toBe(true);
});

test('the popup shows the conflict where the other link is already gone', async () => {
  const { box, press } = await openShare(itemOf('file'), ({ method }) =>
    method === 'POST' ? refused(409, 'share.exists') : { data: [] },
  );
  await press('Create link');
  await change();
  expect(box.querySelector('[role="alert"]')?.textContent).toContain('This is already shared.');
  expect(onClose).not.toHaveBeenCalled();
});
