import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { textBytes } from './harness/preview-files.ts';
import { folderWith } from './harness/preview-page.ts';
import { openLinks } from './harness/sharing.ts';
import { refusedWithoutSession } from './harness/page-guard.ts';
import { admin } from './harness/server.ts';
import type { Page } from 'playwright-core';

const journey = journeysOf();

/** The editor covers the page. */
const ofWholePages = ['landmark-one-main', 'page-has-heading-one', 'region'];

/** Reads the only draft that the browser has stored. */
const storedText = (page: Page): Promise<string | undefined> =>
  page.evaluate(async () => {
    const answered = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error('There are no drafts.')));
      });
    const database = await answered(indexedDB.open('holdall-drafts'));
    const store = database.transaction('drafts').objectStore('drafts');
    const [draft] = await answered(store.getAll() as IDBRequest<{ readonly text: string }[]>);
    database.close();
    return draft?.text;
  });

const editorPage = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: /^Edit / });
  return {
    dialog,
    text: dialog.getByRole('textbox', { name: /^Text of/ }),
    save: dialog.getByRole('button', { name: 'Save', exact: true }),
    button: (name: string) => dialog.getByRole('button', { name, exact: true }),
    status: () => dialog.locator('.editor-status').innerText(),
    lines: async (): Promise<string> => (await dialog.locator('.cm-line').allTextContents()).join('\n'),
  };
};

journey(
  'a text is edited and saved as it was written, and unsaved text survives a reload and the end of the session',
  async ({ page, signIn, server, context, guard }) => {
    guard.allow(refusedWithoutSession);
    const api = await signInToApi(server.url);
    const notes = '\uFEFF# Plan\r\n\r\nFirst **draft**\r\n';
    const { folder = '', ...ids } = await folderWith(api, 'Texts', { 'notes.md': textBytes(notes) });
    const content = async () =>
      new TextDecoder('utf-8', { ignoreBOM: true }).decode(await api.download(ids['notes.md'] ?? ''));
    await signIn({ at: `/platform/files/${folder}` });
    const files = filesPage(page);
    const editor = editorPage(page);
    await files.row('notes.md').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
    await expectVisible(editor.text);
    await expectEventually(editor.status, 'Saved');
    const preview = editor.dialog.getByRole('region', { name: 'Preview' });
    await expectVisible(preview.getByRole('heading', { name: 'Plan' }));
    await page.keyboard.press('Control+End');
    await page.keyboard.type('Second line');
    await expectEventually(editor.status, 'Unsaved changes');
    await expectVisible(preview.getByText('Second line'));
    await expectAccessible(page, 'the editor', { within: 'dialog', without: ofWholePages });
    await page.keyboard.press('Control+s');
    await expectEventually(editor.status, 'Saved');
    expect(await content()).toBe(`${notes}Second line`);

    // A reload, and then a session that ends.
    await page.keyboard.type(' that is not saved');
    await expectEventually(editor.status, 'Unsaved changes');
    await expectEventually(
      () => storedText(page),
      '# Plan\n\nFirst **draft**\nSecond line that is not saved',
    );
    await page.reload();
    await expectVisible(editor.dialog.getByText(/^Your unsaved changes of/));
    await expectEventually(
      editor.lines,
      '# Plan\n\nFirst draft\nSecond line that is not saved'.replace('draft', '**draft**'),
    );
    const at = page.url();
    await context.clearCookies();
    await page.reload();
    await page.getByLabel('Email').fill(admin.email);
    await page.getByLabel('Password', { exact: true }).fill(admin.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expectVisible(editor.dialog.getByText(/^Your unsaved changes of/));
    expect(page.url()).toBe(at);
    await editor.button('Close editor').click();
    await files.alert.getByRole('button', { name: 'Don’t save' }).click();
    await expectGone(editor.dialog);
    expect(await content()).toBe(`${notes}Second line`);

    // Find and replace, by the keyboard.
    await files.row('notes.md').dblclick();
    await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click();
    await expectEventually(editor.lines, '# Plan\n\nFirst **draft**\nSecond line');
    await page.keyboard.press('Control+f');
    await page.keyboard.type('line');
    await editor.dialog.getByRole('textbox', { name: 'Replace with' }).fill('row');
    await expectAccessible(page, 'find and replace', { within: 'dialog', without: ofWholePages });
    await editor.button('Replace all').click();
    await expectEventually(editor.lines, '# Plan\n\nFirst **draft**\nSecond row');
    await page.keyboard.press('Escape');
    await editor.text.focus();
    await page.keyboard.press('Escape');
    await expectEventually(() => page.locator(':focus').getAttribute('aria-label'), 'Close editor');
    await page.keyboard.press('Escape');
    await files.alert.getByRole('button', { name: 'Save', exact: true }).click();
    await expectGone(editor.dialog);
    await expectEventually(content, `${notes}Second row`);
  },
  { timeout: 240_000 },
);

journey(
  'of two windows that edit one text the later sees both sides, and neither loses anything',
  async ({ page, signIn, server, context, guard }) => {
    guard.allow(/status of 412/);
    const api = await signInToApi(server.url);
    const { folder = '', ...ids } = await folderWith(api, 'Both', {
      'list.txt': textBytes('one\ntwo\nthree\n'),
    });
    const content = async () => new TextDecoder().decode(await api.download(ids['list.txt'] ?? ''));
    const place = `/platform/files/${folder}?edit=${ids['list.txt'] ?? ''}`;
    await signIn({ at: place });
    const first = editorPage(page);
    await expectVisible(first.text);
    const other = await context.newPage();
    await other.goto(place);
    const second = editorPage(other);
    await expectVisible(second.text);
    await first.text.focus();
    await page.keyboard.type('mine ');
    await second.text.focus();
    await other.keyboard.press('Control+End');
    await other.keyboard.type('theirs');
    await other.keyboard.press('Control+s');
    await expectEventually(second.status, 'Saved');
    await expectEventually(content, 'one\ntwo\nthree\ntheirs');
    await first.save.click();
    await expectVisible(first.dialog.getByText(/^Red lines are in the saved file/));
    await expectVisible(first.dialog.locator('.cm-deletedText', { hasText: 'theirs' }));
    await expectAccessible(page, 'a conflict', { within: 'dialog', without: ofWholePages });
    await first.button('Use theirs').last().click();
    await first.save.click();
    await expectEventually(first.status, 'Saved');
    await expectEventually(content, 'mine one\ntwo\nthree\ntheirs');
    // A window without changes shows what was saved elsewhere.
    await other.bringToFront();
    await expectEventually(second.lines, 'mine one\ntwo\nthree\ntheirs');

    // A file that is deleted meanwhile is saved as a new one.
    await page.bringToFront();
    await first.text.focus();
    await page.keyboard.type('still ');
    await api.remove([{ id: ids['list.txt'] ?? '', type: 'file' }]);
    await expectVisible(first.dialog.getByText(/^This file was deleted while you were writing/));
    // Typing goes on in the new file.
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    await page.route('**/api/upload?*', async (route) => {
      asked.resolve();
      await answered.promise;
      await route.continue();
    });
    await first.button('Save as new file').click();
    await asked.promise;
    await first.text.focus();
    await page.keyboard.type('typing ');
    answered.resolve();
    await expectEventually(first.status, 'Unsaved changes');
    const [made] = await api.list(folder);
    const newContent = async () => new TextDecoder().decode(await api.download(made?.id ?? ''));
    expect(await newContent()).toBe('mine still one\ntwo\nthree\ntheirs');
    await expectEventually(async () => new URL(page.url()).searchParams.get('edit'), made?.id ?? null);
    await expectEventually(first.lines, 'mine still typing one\ntwo\nthree\ntheirs');
    await page.unroute('**/api/upload?*');
    await page.keyboard.press('Control+s');
    await expectEventually(first.status, 'Saved');
    expect(await newContent()).toBe('mine still typing one\ntwo\nthree\ntheirs');
  },
  { timeout: 240_000 },
);

journey(
  'a guest edits a text through an editor’s link on a phone, and a visitor does not',
  async ({ page, server }) => {
    const api = await signInToApi(server.url);
    const { folder = '', ...ids } = await folderWith(api, 'Shared', { 'todo.md': textBytes('- milk\n') });
    const links = await openLinks(server.url);
    const item = { id: folder, type: 'folder' } as const;
    const editorLink = await links.share(item, { permission: 'editor' });
    await page.setViewportSize({ width: 360, height: 740 });
    const files = filesPage(page);
    const editor = editorPage(page);
    await page.goto(`/share/${editorLink}`);
    await files.row('todo.md').click({ button: 'right' });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await expectVisible(editor.text);
    await editor.text.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('- bread');
    // The three choices of the search have one row.
    await page.keyboard.press('Control+f');
    const choices = editor.dialog.getByRole('checkbox');
    await expectVisible(choices.last());
    const heights = await choices.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
    expect([heights.length, new Set(heights).size]).toEqual([3, 1]);
    await page.keyboard.press('Escape');
    await editor.button('Preview').click();
    await expectVisible(editor.dialog.getByRole('listitem').filter({ hasText: 'bread' }));
    await expectAccessible(page, 'the editor on a phone', { within: 'dialog', without: ofWholePages });
    await editor.save.click();
    await expectEventually(
      async () => new TextDecoder().decode(await api.download(ids['todo.md'] ?? '')),
      '- milk\n- bread',
    );
    await editor.button('Close editor').click();
    await expectGone(editor.dialog);
    await links.update(editorLink, { permission: 'visitor' });
    await page.goto(`/share/${editorLink}/files/${folder}?edit=${ids['todo.md'] ?? ''}`);
    await expectVisible(files.row('todo.md'));
    expect(await editor.dialog.count()).toBe(0);
  },
  { timeout: 180_000 },
);

journey(
  'a guest edits a file that is shared alone and sees what came through the link, and a visitor does neither',
  async ({ page, server }) => {
    const api = await signInToApi(server.url);
    const { folder = '', ...ids } = await folderWith(api, 'Alone', { 'todo.md': textBytes('- milk\n') });
    const id = ids['todo.md'] ?? '';
    const links = await openLinks(server.url);
    const link = await links.share({ id, type: 'file' }, { permission: 'editor' });
    const content = async () => new TextDecoder().decode(await api.download(id));
    const editor = editorPage(page);
    await page.goto(`/share/${link}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await expectVisible(editor.text);
    await editor.text.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('- bread');
    await page.keyboard.press('Control+s');
    await expectEventually(content, '- milk\n- bread');
    await editor.button('Close editor').click();
    await expectVisible(page.getByRole('main').getByText('bread'));
    await api.replaceFile('todo.md', textBytes('- tea\n'), folder);
    await expectVisible(page.getByRole('main').getByText('tea'));

    // The owner's own content is not among the versions.
    const versions = page.getByRole('dialog', { name: 'Versions' });
    const openVersions = () => page.getByRole('button', { name: 'Versions', exact: true }).click();
    await openVersions();
    const earlier = versions.getByRole('list', { name: 'Earlier versions' }).getByRole('listitem');
    await expectEventually(() => earlier.count(), 1);
    await expectAccessible(page, 'the versions of a file that is shared alone', { within: 'dialog' });
    await earlier.getByRole('button', { name: /^Actions/ }).click();
    const offered = await page.getByRole('menuitem').allTextContents();
    expect(offered).toEqual(['Open', 'Compare', 'Restore', 'Download']);
    await page.getByRole('menuitem', { name: 'Compare' }).click();
    await expectVisible(page.getByText('Removed:').first());
    await expectAccessible(page, 'a compared version');
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await expectEventually(content, '- milk\n- bread');
    await expectVisible(page.getByRole('main').getByText('bread'));

    await links.update(link, { permission: 'visitor' });
    await page.goto(`/share/${link}/file?edit=${id}`);
    await expectVisible(page.getByRole('main').getByText('bread'));
    expect([
      await editor.dialog.count(),
      await page.getByRole('button', { name: /^Versions/ }).count(),
    ]).toEqual([0, 0]);
    expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
  },
  { timeout: 180_000 },
);

journey('a text that an earlier release has stored is restored', async ({ page, signIn, server }) => {
  const api = await signInToApi(server.url);
  const { folder = '', ...ids } = await folderWith(api, 'Stored', { 'a.txt': textBytes('saved') });
  await signIn({ at: `/platform/files/${folder}` });
  await page.evaluate(async (itemId) => {
    const user = (await (await fetch('/api/user')).json()) as { data: { id: string } };
    const opening = indexedDB.open('holdall-drafts', 1);
    opening.addEventListener('upgradeneeded', () =>
      opening.result.createObjectStore('drafts', { keyPath: ['owner', 'itemId'] }).createIndex('at', 'at'),
    );
    await new Promise((resolve) => {
      opening.addEventListener('success', resolve);
    });
    const transaction = opening.result.transaction('drafts', 'readwrite');
    const format = { hasMark: false, lineEnd: '\n' };
    const draft = { owner: user.data.id, itemId, etag: '"former"', text: 'written', format, at: Date.now() };
    transaction.objectStore('drafts').put(draft);
    await new Promise((resolve) => {
      transaction.addEventListener('complete', resolve);
    });
    opening.result.close();
  }, ids['a.txt'] ?? '');
  await page.goto(`/platform/files/${folder}?edit=${ids['a.txt'] ?? ''}`);
  const editor = editorPage(page);
  await expectVisible(editor.dialog.getByText(/^Red lines are in the saved file/));
  await expectVisible(editor.dialog.locator('.cm-line', { hasText: 'written' }));
});

journey(
  'a new text is named from the menu of a folder and from the spotlight, and opens in the editor',
  async ({ page, signIn, server, guard }) => {
    // A name that is taken.
    guard.allow(/status of 409/);
    const api = await signInToApi(server.url);
    const { folder = '' } = await folderWith(api, 'New texts', { 'taken.txt': textBytes('x') });
    const texts = async () => (await api.list(folder)).map(({ attributes }) => attributes.name).toSorted();
    const naming = page.getByRole('dialog', { name: 'New text file' });
    const editor = editorPage(page);
    await signIn({ at: `/platform/files/${folder}` });
    await expectVisible(filesPage(page).row('taken.txt'));
    await page.getByRole('button', { name: 'More upload options' }).click();
    await page.getByRole('menuitem', { name: 'New text file' }).click();
    // The extension stays.
    await expectEventually(() => page.evaluate(() => getSelection()?.toString()), 'Untitled');
    await page.keyboard.type('taken');
    await page.keyboard.press('Enter');
    await expectVisible(naming.getByText('An item with this name is already here.'));
    await expectAccessible(page, 'the name of a new text', { within: 'dialog', without: ofWholePages });
    expect(await texts()).toEqual(['taken.txt']);
    await naming.getByRole('textbox').fill('plan.md');
    await page.keyboard.press('Enter');
    await expectVisible(editor.text);
    await page.keyboard.type('# Plan');
    await page.keyboard.press('Control+s');
    await expectEventually(editor.status, 'Saved');
    await expectEventually(texts, ['plan.md', 'taken.txt']);
    await editor.button('Close editor').click();
    await expectVisible(filesPage(page).row('plan.md'));

    // By the keyboard alone, from another page.
    await page.goto('/user/profile');
    await expectVisible(page.getByRole('heading', { level: 1 }));
    await page.keyboard.press('Control+k');
    await page.keyboard.type('new text file');
    await page.getByRole('option', { name: 'New text file', exact: true }).click();
    await expectVisible(naming);
    await page.keyboard.type('notes');
    await page.keyboard.press('Enter');
    await expectVisible(editor.text);
    expect(await editor.dialog.getByRole('heading').first().getAttribute('aria-label')).toContain(
      'notes.txt',
    );
  },
  { timeout: 180_000 },
);

journey('a guest who may edit makes a new text in a shared folder', async ({ page, server }) => {
  const api = await signInToApi(server.url);
  const { folder = '' } = await folderWith(api, 'With guests', { 'here.txt': textBytes('x') });
  const links = await openLinks(server.url);
  const link = await links.share({ id: folder, type: 'folder' }, { permission: 'editor' });
  const files = filesPage(page);
  await page.goto(`/share/${link}`);
  await expectVisible(files.row('here.txt'));
  await page.getByRole('button', { name: 'More upload options' }).click();
  await page.getByRole('menuitem', { name: 'New text file' }).click();
  await page.getByRole('button', { name: 'Create file' }).click();
  await expectVisible(editorPage(page).text);
  await page.keyboard.type('by a guest');
  await page.keyboard.press('Control+s');
  await expectEventually(editorPage(page).status, 'Saved');
  const names = (await api.list(folder)).map(({ attributes }) => attributes.name);
  expect(names.toSorted()).toEqual(['Untitled.txt', 'here.txt']);
  await links.update(link, { permission: 'visitor' });
  await page.goto(`/share/${link}`);
  await expectVisible(files.row('here.txt'));
  expect(await page.getByRole('button', { name: 'More upload options' }).count()).toBe(0);
});
