import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { pdf, png, textBytes, wav, webm } from './harness/preview-files.ts';
import { folderWith, previewPage } from './harness/preview-page.ts';

const journey = journeysOf();

/** The sandbox is a part of a page. */
const ofWholePages = ['landmark-one-main', 'page-has-heading-one', 'region'];

journey(
  'a preview opens, walks and closes, and its listing goes on from the row that it showed',
  async (world) => {
    const { page, signIn, server, guard } = world;
    guard.allow(/status of 404/);
    const api = await signInToApi(server.url);
    const { folder = '' } = await folderWith(api, 'Walk', {
      'a.png': png(60, 40),
      'b.txt': textBytes('second'),
      'c.bin': textBytes('\0\u0001\u0002third'),
    });
    await api.createFolder('Not a file', folder);
    await signIn({ at: `/platform/files/${folder}?sort=name&dir=ASC` });
    const files = filesPage(page);
    const preview = previewPage(page);
    const previewed = async () => new URL(page.url()).searchParams.has('preview');
    await files.row('a.png').dblclick();
    await expectVisible(preview.named('a.png'));
    await expectVisible(preview.position('1 of 3'));
    await expectEventually(previewed, true);
    await expectVisible(preview.dialog.getByRole('img', { name: 'Picture of a.png' }));

    await page.keyboard.press('ArrowRight');
    await expectVisible(preview.named('b.txt'));
    await expectVisible(preview.dialog.getByText('second'));
    await preview.next.click();
    await expectVisible(preview.named('c.bin'));
    await expectVisible(preview.dialog.getByText('No preview available'));
    await expectEventually(() => preview.next.getAttribute('aria-disabled'), 'true');
    const strip = preview.dialog.getByRole('listbox', { name: 'Files in this listing' });
    // A file without a picture is told apart by its name.
    await strip.getByRole('option', { name: 'b.txt' }).getByText('b.txt').click();
    await expectVisible(preview.named('b.txt'));
    await strip.focus();
    await page.keyboard.press('Home');
    await expectVisible(preview.named('a.png'));
    await page.keyboard.press('ArrowRight');
    await expectVisible(preview.named('b.txt'));

    await page.keyboard.press('Escape');
    await expectGone(preview.dialog);
    await expectEventually(previewed, false);
    await expectEventually(() => files.row('b.txt').getAttribute('aria-selected'), 'true');
    await expectEventually(() => page.evaluate(() => document.activeElement?.getAttribute('role')), 'grid');
    await page.keyboard.press('Enter');
    await expectVisible(preview.named('b.txt'));
    await page.goBack();
    await expectGone(preview.dialog);

    await page.goto(`/platform/files/${folder}?preview=0190a0a0-0000-7000-8000-000000000000`);
    await expectVisible(page.getByText('This file is no longer here'));
    await page.getByRole('button', { name: 'Close preview' }).click();
    await expectVisible(files.row('a.png'));
  },
);

journey('an action in the preview is for its file alone, and is asked about in the trash', async (world) => {
  const { page, signIn, server } = world;
  const api = await signInToApi(server.url);
  const contents = Object.fromEntries(['a.txt', 'b.txt', 'c.txt'].map((name) => [name, textBytes(name)]));
  const { folder = '', ...ids } = await folderWith(api, 'Alone', contents);
  const left = async () => (await api.list(folder)).map(({ attributes }) => attributes.name).toSorted();
  await signIn({ at: `/platform/files/${folder}?sort=name&dir=ASC` });
  const files = filesPage(page);
  const { dialog, named } = previewPage(page);
  await files.row('a.txt').click();
  await files.row('b.txt').click({ modifiers: ['ControlOrMeta'] });
  await page.keyboard.press('Enter');
  await expectVisible(named('b.txt'));
  await page.keyboard.press('Escape');
  await expectGone(dialog);
  const selected = files.grid.getByRole('row', { selected: true });
  expect(await selected.count(), 'looking at one of several leaves them selected').toBe(2);

  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expectVisible(named('c.txt'));
  await expectEventually(left, ['a.txt', 'c.txt']);
  await expectEventually(() => page.evaluate(() => document.activeElement?.closest('dialog') !== null), true);
  await page.goto(`/platform/trash?preview=${ids['b.txt']}`);
  await expectVisible(dialog.getByText('This file is in the trash'));
  await dialog.getByRole('button', { name: 'Delete forever' }).click();
  await expectVisible(files.alert.getByText('Delete b.txt forever?'));
  await page.keyboard.press('Escape');
  await expectGone(files.alert);
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expectEventually(left, ['a.txt', 'b.txt', 'c.txt']);
  await expectGone(dialog.getByText('This file is in the trash'));
});

journey(
  'the details stand beside a previewed file, follow the arrows, and are left by Escape where they have the focus or lie over the file',
  async (world) => {
    const { page, signIn, server } = world;
    const api = await signInToApi(server.url);
    const ids = await folderWith(api, 'Beside', { 'one.txt': textBytes('one'), 'two.txt': textBytes('two') });
    await signIn({ at: `/platform/files/${ids['folder'] ?? ''}?preview=${ids['one.txt'] ?? ''}` });
    const { dialog, named, next } = previewPage(page);
    const details = dialog.getByRole('complementary', { name: 'Details' });
    await expectVisible(named('one.txt'));
    await dialog.getByRole('button', { name: 'Details' }).first().click();
    await expectVisible(details.getByRole('heading', { name: 'one.txt' }));
    await expectVisible(details.getByText('Checksum').or(details.getByText('SHA-256')));
    await expectAccessible(page, 'the preview with details beside it');
    await next.click();
    await expectVisible(details.getByRole('heading', { name: 'two.txt' }));
    await page.keyboard.press('ArrowLeft');
    await expectVisible(details.getByRole('heading', { name: 'one.txt' }));
    await details.getByRole('button', { name: 'Close details' }).focus();
    await page.keyboard.press('Escape');
    await expectGone(details);
    await expectVisible(dialog);
    await page.keyboard.press('Alt+Enter');
    await expectVisible(details);
    await page.keyboard.press('Escape');
    await expectGone(dialog);

    await page.keyboard.press('Enter');
    await expectVisible(named('one.txt'));
    await page.setViewportSize({ width: 360, height: 740 });
    await expectVisible(details.getByRole('heading', { name: 'one.txt' }));
    await expectAccessible(page, 'the preview with details over it');
    await page.keyboard.press('Escape');
    await expectGone(details);
    await expectVisible(dialog);
  },
);

journey('an image is zoomed by keys, presses and the wheel, moved and turned', async (world) => {
  const { page, signIn, server } = world;
  const api = await signInToApi(server.url);
  const { folder, 'wide.png': wide } = await folderWith(api, 'Zoom', { 'wide.png': png(2400, 1600) });
  await signIn({ at: `/platform/files/${folder}?preview=${wide}` });
  const { dialog } = previewPage(page);
  const image = dialog.getByRole('img', { name: 'Picture of wide.png' });
  await expectVisible(image);
  const look = async () => (await image.boundingBox()) ?? { x: 0, y: 0, width: 1, height: 1 };
  const width = async () => Math.round((await look()).width);
  await expectEventually(async () => (await width()) > 600, true);
  const fitting = await width();
  await page.keyboard.press('+');
  await expectEventually(width, Math.round(fitting * 1.25));
  await page.keyboard.press('0');
  await expectEventually(width, fitting);
  await image.dblclick();
  await expectEventually(width, 2400);
  const { x } = await look();
  await page.mouse.move(700, 450);
  await page.mouse.down();
  await page.mouse.move(600, 450, { steps: 4 });
  await page.mouse.up();
  await expectEventually(async () => Math.round((await look()).x - x), -100);
  await page.mouse.wheel(0, 400);
  await expectEventually(async () => (await width()) < 2400, true);
  await page.keyboard.press('0');
  await expectEventually(width, fitting);

  // Ctrl and the wheel zoom the point under the pointer, and not the page.
  const under = { x: 500, y: 300 };
  const pointed = async () => {
    const box = await look();
    return { across: (under.x - box.x) / box.width, down: (under.y - box.y) / box.height };
  };
  const before = await pointed();
  await page.mouse.move(under.x, under.y);
  await page.keyboard.down('Control');
  for (let notch = 0; notch < 4; notch += 1) await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await expectEventually(async () => (await width()) > 2 * fitting, true);
  const after = await pointed();
  expect(after.across).toBeCloseTo(before.across, 2);
  expect(after.down).toBeCloseTo(before.down, 2);
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
  await page.keyboard.press('0');
  await page.keyboard.press('r');
  await expectEventually(async () => (await look()).height > (await width()), true);
});

const playerState = (player: Locator) =>
  player.evaluate((element) => {
    if (!(element instanceof HTMLMediaElement)) throw new Error('This is no player.');
    const { paused, currentTime, duration } = element;
    return { paused, currentTime, duration };
  });

journey('sound and video play by Space, and a player that has the focus keeps its arrows', async (world) => {
  const { page, signIn, server } = world;
  const api = await signInToApi(server.url);
  const { folder, 'clip.webm': clip } = await folderWith(api, 'Played', {
    'clip.webm': webm(30),
    'next.wav': wav(),
  });
  await signIn({ at: `/platform/files/${folder}?sort=name&dir=ASC&preview=${clip}` });
  const { named, dialog } = previewPage(page);
  const player = dialog.getByLabel('Video player');
  await expectVisible(player);
  const isPaused = async () => (await playerState(player)).paused;
  const playsAndPauses = async () => {
    await page.keyboard.press('Space');
    await expectEventually(isPaused, false);
    await page.keyboard.press('Space');
    await expectEventually(isPaused, true);
  };
  await expectEventually(async () => (await playerState(player)).duration > 3, true);
  expect(await isPaused(), 'nothing plays by itself').toBe(true);
  await playsAndPauses();
  // A press beside the player leaves the keys where they were.
  await page.mouse.click(200, 450);
  await playsAndPauses();
  await player.focus();
  await playsAndPauses();
  const { currentTime } = await playerState(player);
  await page.keyboard.press('ArrowRight');
  await expectEventually(async () => (await playerState(player)).currentTime > currentTime, true);
  await expectVisible(named('clip.webm'));

  await dialog.getByRole('button', { name: 'Details' }).focus();
  await page.keyboard.press('ArrowRight');
  await expectVisible(named('next.wav'));
  const sound = dialog.locator('audio');
  await expectEventually(async () => (await playerState(sound)).duration > 0.9, true);
  await page.locator('.preview-stage').focus();
  await page.keyboard.press('Space');
  await expectEventually(async () => (await playerState(sound)).currentTime > 0.2, true);
});

journey('axe finds nothing in previews', async (world) => {
  const { page, signIn, server } = world;
  const api = await signInToApi(server.url);
  const { folder, ...ids } = await folderWith(api, 'Axe', {
    'a.png': png(300, 200),
    'b.ts': textBytes(`const a: string = "b"; // ${'c '.repeat(300)}\n`),
    'c.md': textBytes(
      `# T\n\ntext [l](https://example.com) \`code\`\n\n- a\n\n\`\`\`\n${'c '.repeat(300)}\n\`\`\`\n`,
    ),
    'd.wav': wav(),
    'e.zip': textBytes('PK\u0003\u0004'),
    'f.pdf': pdf(['Hello']),
  });
  await signIn({ at: `/platform/files/${folder}?sort=name&dir=ASC&preview=${ids['a.png']}` });
  const { dialog, next, pdf: frame, position } = previewPage(page);
  const marks = {
    'a.png': dialog.getByRole('img', { name: 'Picture of a.png' }),
    'b.ts': dialog.locator('[data-token="keyword"]').first(),
    'c.md': dialog.getByRole('heading', { name: 'T', exact: true }),
    'd.wav': dialog.locator('audio'),
    'e.zip': dialog.getByText('No preview available'),
    'f.pdf': frame.getByText('Hello'),
  };
  for (const [at, [name, mark]] of Object.entries(marks).entries()) {
    if (at > 0) await next.click();
    await expectVisible(position(`${at + 1} of 6`));
    await expectVisible(mark);
    await expectAccessible(page, name, { within: 'dialog', without: ofWholePages });
  }
});
