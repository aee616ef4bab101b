import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { journeysOf } from './harness/journey.ts';
import { otherBrowser, phone } from './harness/other-browser.ts';
import { openSession } from './harness/session.ts';

const journey = journeysOf();

const choose = async (page: Page, files: readonly { name: string; text: string }[]): Promise<void> => {
  const dialogue = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (
    await dialogue
  ).setFiles(files.map(({ name, text }) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })));
};

const widthsOf = (page: Page): Promise<[number, number]> =>
  page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as [number, number]);

const isInSight = (button: Locator): Promise<boolean> =>
  button.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

journey(
  'an owner asks for files; whoever has the link sends them from a phone, and has a receipt',
  async (world) => {
    const { page, server, signIn } = world;
    const api = await signInToApi(server.url);
    const folder = await api.createFolder('Inbox');
    await api.uploadFile('photo.txt', new TextEncoder().encode('mine already'), folder);
    await signIn();

    await page.getByRole('row', { name: /Inbox/ }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Request files…' }).click();
    const popup = page.getByRole('dialog', { name: 'Request files' });
    await expectVisible(popup.getByText('Files go into “Inbox”'));
    await popup.getByLabel('What do you need?').fill('Photos from the trip');
    await popup.getByLabel('Note').fill('All of them, please');
    await popup.getByLabel('Maximum files').fill('3');
    await expectAccessible(page, 'asking for files');
    await popup.getByRole('button', { name: 'Create request' }).click();
    const made = page.getByRole('dialog', { name: 'Photos from the trip' });
    const address = await made.getByLabel('Link').inputValue();
    expect(address).toMatch(/\/request\/[\w-]{22,}$/);
    await made.getByRole('button', { name: 'Show QR code' }).click();
    await expectVisible(made.getByRole('img', { name: /QR code/ }));
    await expectAccessible(page, 'a new request');
    await made.getByRole('button', { name: 'Done' }).click();
    await expectGone(made);

    const guest = await otherBrowser(world, phone);
    await guest.page.goto(new URL(address).pathname);
    await expectVisible(guest.page.getByRole('heading', { level: 1, name: /^Upload files/ }));
    await expectVisible(guest.page.getByText('All of them, please'));
    await expectVisible(guest.page.getByText('3 more files'));
    const html = await guest.page.content();
    for (const secret of ['Inbox', 'photo.txt']) expect(html).not.toContain(secret);
    expect(await widthsOf(guest.page)).toEqual([360, 360]);
    await expectAccessible(guest.page, 'a request');
    await choose(guest.page, [
      { name: 'photo.txt', text: 'one' },
      { name: 'second.txt', text: 'second' },
    ]);
    const receipt = guest.page.getByRole('region', { name: 'Sent during this visit' });
    await expectVisible(receipt.getByText('2 files'));
    // An arrived file is listed once.
    const dock = guest.page.getByRole('region', { name: 'Uploads' });
    expect(await dock.getByRole('listitem').count()).toBe(0);
    await expectEventually(
      async () => (await api.list(folder)).map(({ attributes }) => attributes.name).toSorted(),
      ['photo (1).txt', 'photo.txt', 'second.txt'],
    );
    expect(await receipt.innerText()).not.toContain('(1)');
    const done = guest.page.getByRole('button', { name: 'Done' });
    expect(await isInSight(done)).toBe(true);
    const isTopHit = await done.evaluate((button) => {
      const { left, top, width } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(left + width / 2, top + 4));
    });
    expect(isTopHit, 'nothing lies over the button').toBe(true);
    await done.click();
    await expectVisible(guest.page.getByRole('heading', { level: 1, name: /^Thanks! .*files/ }));
    expect(await isInSight(guest.page.getByRole('button', { name: 'Send more files' }))).toBe(true);
    const proof = createHash('sha256').update('second').digest('hex');
    await expectVisible(guest.page.getByText(proof));
    await expectAccessible(guest.page, 'thanks');
    const saving = guest.page.waitForEvent('download');
    await guest.page.getByRole('button', { name: 'Save as text' }).click();
    const saved = await readFile((await (await saving).path()) ?? '', 'utf8');
    expect(saved).toContain(proof);
    expect(saved).toContain('photo.txt');

    await page.getByRole('link', { name: 'Publicly shared' }).first().click();
    const section = page.getByRole('region', { name: 'File requests' });
    await expectVisible(section.getByText('2 new files'));
    await section.getByRole('button', { name: 'Show' }).click();
    const list = page.getByRole('dialog', { name: 'File requests' });
    await expectVisible(list.getByText('Inbox · 2 files · 9 B'));
    await expectAccessible(page, 'requests');
    await list.getByRole('button', { name: 'Edit: Photos from the trip' }).click();
    const edit = page.getByRole('dialog', { name: 'Photos from the trip' });
    await expectAccessible(page, 'a request that is edited');
    await edit.getByRole('button', { name: 'Close request' }).click();
    await expectVisible(list.getByText('Closed'));
    await expectGone(list.getByText('2 new files'));

    await guest.page.reload();
    await expectVisible(guest.page.getByRole('heading', { level: 1, name: 'This request is closed' }));
    await expectVisible(guest.page.getByText(proof));
    expect(await widthsOf(guest.page)).toEqual([360, 360]);
    await expectAccessible(guest.page, 'a closed request');

    await list.getByRole('button', { name: 'Edit: Photos from the trip' }).click();
    await edit.getByRole('button', { name: 'Reopen' }).click();
    await expectVisible(list.getByText('Open', { exact: true }));
    await guest.page.reload();
    guest.guard.allow(/status of 423/);
    await choose(guest.page, [
      { name: 'third.txt', text: 'third' },
      { name: 'fourth.txt', text: 'one too many' },
    ]);
    // It was the last file of the request: the other one did not come, which stays to be seen.
    await expectVisible(
      guest.page.getByRole('heading', { level: 1, name: 'Thanks! Some of your files weren’t sent.' }),
    );
    const uploads = guest.page.getByRole('region', { name: 'Uploads' });
    await expectVisible(uploads.getByText('fourth.txt', { exact: true }).first());
    await expectVisible(uploads.getByText('This request has reached its file limit.'));
    expect(await widthsOf(guest.page)).toEqual([360, 360]);
    await expectAccessible(guest.page, 'thanks for a part');
    expect(guest.guard.complaints()).toEqual([]);
  },
);

journey('a file that cannot be sent says so, and a request that is gone has a page', async (world) => {
  const { page, server, guard } = world;
  guard.allow(/status of (403|404|410|423)/);
  const { call } = await openSession(server.url);
  const api = await signInToApi(server.url);
  const folder = await api.createFolder('Drop');
  const { data } = await call<{ data: { attributes: { token: string } } }>('POST', '/api/file-requests', {
    folder_id: folder,
    name: 'Contract',
    max_size: 10,
  });
  const { token } = data.attributes;
  await page.goto(`/request/${token}`);
  await expectVisible(page.getByText('up to 10 B'));
  await choose(page, [{ name: 'large.txt', text: 'more than ten bytes' }]);
  await expectVisible(
    page.getByRole('region', { name: 'Uploads' }).getByText('You can send up to 10 B more.'),
  );
  expect(await page.getByRole('button', { name: /^Retry/ }).count()).toBe(0);
  expect(await api.list(folder)).toEqual([]);
  await call('DELETE', `/api/file-requests/${token}`);
  await page.goto(`/request/${token}`);
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Request not found' }));
  await expectAccessible(page, 'a request that is gone');
});
