import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { hostileFiles, lockedPdf, pdf, png, textBytes, wav, webm } from './harness/preview-files.ts';
import { folderWith, previewPage } from './harness/preview-page.ts';

const journey = journeysOf();

/** The sandbox is a part of a page. */
const ofWholePages = ['landmark-one-main', 'page-has-heading-one', 'region'];

const expectAccessiblePreview = (page: Page, what: string) =>
  expectAccessible(page, what, { within: 'dialog', without: ofWholePages });

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
    await expectAccessiblePreview(page, 'the facts of a file');
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

journey(
  'the details stand beside a previewed file and follow the arrows; an action is for that file alone',
  async (world) => {
    const { page, signIn, server } = world;
    const api = await signInToApi(server.url);
    const contents = Object.fromEntries(['a.txt', 'b.txt', 'c.txt'].map((name) => [name, textBytes(name)]));
    const { folder = '', ...ids } = await folderWith(api, 'Beside', contents);
    const left = async () => (await api.list(folder)).map(({ attributes }) => attributes.name).toSorted();
    await signIn({ at: `/platform/files/${folder}?sort=name&dir=ASC` });
    const files = filesPage(page);
    const { dialog, named, next } = previewPage(page);
    const details = dialog.getByRole('complementary', { name: 'Details' });
    await files.row('a.txt').click();
    await files.row('b.txt').click({ modifiers: ['ControlOrMeta'] });
    await page.keyboard.press('Enter');
    await expectVisible(named('b.txt'));
    await dialog.getByRole('button', { name: 'Details' }).first().click();
    await expectVisible(details.getByRole('heading', { name: 'b.txt' }));
    await expectVisible(details.getByText('Checksum').or(details.getByText('SHA-256')));
    await expectAccessible(page, 'the preview with details beside it');
    await next.click();
    await expectVisible(details.getByRole('heading', { name: 'c.txt' }));
    await page.keyboard.press('ArrowLeft');
    await expectVisible(details.getByRole('heading', { name: 'b.txt' }));
    // Escape leaves the details first where they have the focus, or lie over the file.
    await details.getByRole('button', { name: 'Close details' }).focus();
    await page.keyboard.press('Escape');
    await expectGone(details);
    await page.keyboard.press('Alt+Enter');
    await expectVisible(details);
    await page.keyboard.press('Escape');
    await expectGone(dialog);
    const selected = files.grid.getByRole('row', { selected: true });
    expect(await selected.count(), 'looking at one of several leaves them selected').toBe(2);
    await page.keyboard.press('Enter');
    await expectVisible(named('b.txt'));
    await page.setViewportSize({ width: 360, height: 740 });
    await expectVisible(details.getByRole('heading', { name: 'b.txt' }));
    await expectAccessible(page, 'the preview with details over it');
    await page.keyboard.press('Escape');
    await expectGone(details);
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expectVisible(named('c.txt'));
    await expectEventually(left, ['a.txt', 'c.txt']);
    await expectEventually(
      () => page.evaluate(() => document.activeElement?.closest('dialog') !== null),
      true,
    );
    await page.goto(`/platform/trash?preview=${ids['b.txt']}`);
    await expectVisible(dialog.getByText('This file is in the trash'));
    await dialog.getByRole('button', { name: 'Delete forever' }).click();
    await expectVisible(files.alert.getByText('Delete b.txt forever?'));
    await page.keyboard.press('Escape');
    await expectGone(files.alert);
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await expectEventually(left, ['a.txt', 'b.txt', 'c.txt']);
    await expectGone(dialog.getByText('This file is in the trash'));
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
  await expectAccessiblePreview(page, 'an image');
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
  await expectAccessiblePreview(page, 'sound');
  const sound = dialog.locator('audio');
  await expectEventually(async () => (await playerState(sound)).duration > 0.9, true);
  await page.locator('.preview-stage').focus();
  await page.keyboard.press('Space');
  await expectEventually(async () => (await playerState(sound)).currentTime > 0.2, true);
});

journey('a PDF is shown in a sandbox, with text that can be selected', async ({ page, signIn, server }) => {
  const api = await signInToApi(server.url);
  const pages = Array.from({ length: 40 }, (_, at) => `Leaf number ${at + 1}`);
  const { folder, 'book.pdf': book } = await folderWith(api, 'Book', { 'book.pdf': pdf(pages) });
  await signIn({ at: `/platform/files/${folder}?preview=${book}` });
  const preview = previewPage(page);
  await expectVisible(preview.pdf.getByText('Leaf number 1', { exact: true }));
  await expectVisible(preview.dialog.getByText('Page 1 of 40'));
  await expectAccessiblePreview(page, 'a PDF');
  const frame = preview.dialog.locator('iframe');
  expect(await frame.getAttribute('sandbox')).toBe('allow-scripts');
  const inside = await (await frame.elementHandle())?.contentFrame();
  expect(await inside?.evaluate(() => globalThis.origin)).toBe('null');
  // Only what is near the window is drawn.
  expect(await inside?.evaluate(() => document.querySelectorAll('canvas').length)).toBeLessThan(8);
  await preview.pdf.getByText('Leaf number 1', { exact: true }).dblclick();
  await expectEventually(
    async () => (await inside?.evaluate(() => getSelection()?.toString().trim())) !== '',
    true,
  );
  const percent = preview.dialog.getByRole('button', { name: /fit to window/ });
  const before = await percent.textContent();
  await preview.dialog.getByRole('button', { name: 'Zoom in' }).click();
  await expectEventually(async () => (await percent.textContent()) !== before, true);
  await inside?.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expectVisible(preview.pdf.getByText('Leaf number 40'));
  await frame.focus();
  await page.keyboard.press('Escape');
  await expectGone(preview.dialog);
});

journey('nothing that a file brings along runs, and a file that cannot be shown says why', async (world) => {
  const { page, context, signIn, server } = world;
  const api = await signInToApi(server.url);
  const { folder, ...ids } = await folderWith(api, 'Hostile', {
    ...hostileFiles,
    'a.webm': webm(1).slice(0, 40),
    'empty.png': textBytes(''),
    'locked.pdf': lockedPdf(),
    // The last is uploaded first: the server has its picture soon.
    'zz.png': png(400, 300, { transparent: true }),
  });
  await signIn();
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  const { dialog, named, next, pdf: frame } = previewPage(page);
  const says = (title: string) => async () => {
    await expectVisible(dialog.getByRole('heading', { name: title }));
    // One is in the header.
    expect(await dialog.getByRole('button', { name: 'Download' }).count()).toBe(2);
  };
  /** In the order of their names. */
  const shows: Readonly<Record<string, () => Promise<void>>> = {
    'a.webm': says('We couldn’t show this file'),
    'cut.png': says('We couldn’t show this file'),
    'empty.png': says('This file is empty'),
    'huge.png': says('This image is too large to show'),
    'locked.pdf': says('This PDF is password-protected'),
    'page.txt': () => expectVisible(dialog.getByText('<!doctype html>')),
    'raw.md': async () => {
      await expectVisible(dialog.getByRole('heading', { name: /^Heading <img/ }));
      const links = await dialog
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      expect(links).toEqual(['https://example.com/a?b=1']);
      expect(await dialog.getByRole('region').locator('img, script, iframe').count()).toBe(0);
    },
    'script.pdf': () => expectVisible(frame.getByText('Nothing runs')),
    'script.svg': () => expectVisible(dialog.getByRole('button', { name: 'Download' }).first()),
  };
  await page.goto(`/platform/files/${folder}?sort=name&dir=ASC&preview=${ids['a.webm']}`);
  for (const [name, isShown] of Object.entries(shows)) {
    if (name !== 'a.webm') await next.click();
    await expectVisible(named(name));
    await isShown();
    expect(await page.title()).not.toContain('trapped');
    for (const inside of page.frames())
      expect(await inside.evaluate(() => 'holdallTrapped' in globalThis)).toBe(false);
  }
  expect(asked.filter((url) => !url.startsWith(server.url) && !url.startsWith('blob:'))).toEqual([]);
  expect(asked.filter((url) => url.includes('trapped'))).toEqual([]);

  // Nothing of a transparent image is seen; beside a picture by the server nobody asks whether it can be drawn.
  const hasPicture = async () => {
    const clear = (await api.list(folder)).find(({ id }) => id === ids['zz.png']);
    return clear?.attributes.thumbnail !== null;
  };
  await expectEventually(hasPicture, true);
  await page.route('**/api/browse/**', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replaceAll(/"thumbnail":\{[^}]*\}/g, '"thumbnail":null'),
    });
  });
  await page.goto(`/platform/files/${folder}?preview=${ids['zz.png']}`);
  const clear = dialog.getByRole('img', { name: 'Picture of zz.png' });
  await expectVisible(clear);
  await expectEventually(() => clear.evaluate((image) => getComputedStyle(image).opacity), '1');
  expect(await dialog.getByRole('heading', { level: 3 }).count()).toBe(0);
});

journey(
  'a text is coloured, scrolled by keys where its lines are too long, and read on by its button',
  async (world) => {
    const { page, signIn, server } = world;
    const api = await signInToApi(server.url);
    const links = Array.from({ length: 30 }, (_, at) => `[link ${at}](https://example.com/${at})`);
    const { folder, 'a.ts': first } = await folderWith(api, 'Words', {
      'a.ts': textBytes(`let long = '${'x'.repeat(800)}';\n`.repeat(40)),
      'b.ts': textBytes('let short = 1;\n'),
      'c.log': textBytes(
        Array.from({ length: 14_000 }, (_, at) => `line ${at + 1} of a long log`).join('\n'),
      ),
      'd.md': textBytes(
        `# T\n\n- [l](https://example.com) \`a\`\n\n\`\`\`js\nlet x; // ${'c '.repeat(300)}\n\`\`\`\n`,
      ),
      'e.md': textBytes([...links, 'word '.repeat(60_000)].join('\n\n')),
    });
    await signIn({ at: `/platform/files/${folder}?sort=name&dir=ASC&preview=${first}` });
    const { named, dialog, next } = previewPage(page);
    const keyword = dialog.locator('[data-token="keyword"]', { hasText: 'let' }).first();
    await expectVisible(keyword);
    const scroller = dialog.getByRole('group', { name: 'Scrolls sideways' });
    await expectVisible(scroller);
    await expectAccessiblePreview(page, 'code');
    const hasFocus = (element: Locator) => element.evaluate((found) => found === document.activeElement);
    for (let presses = 0; presses < 12 && !(await hasFocus(scroller)); presses += 1)
      await page.keyboard.press('Tab');
    expect(await hasFocus(scroller)).toBe(true);
    await page.keyboard.press('ArrowRight');
    await expectEventually(() => scroller.evaluate(({ scrollLeft }) => scrollLeft > 0), true);
    await expectVisible(named('a.ts'));
    await next.click();
    await expectVisible(dialog.getByText('let short'));
    await expectGone(scroller);

    await next.click();
    await expectVisible(dialog.getByText(/first 262 KB of/));
    expect(await dialog.getByText('line 14000 of').count()).toBe(0);
    const more = dialog.getByRole('button', { name: 'Show more' });
    await more.click();
    await expectGone(more);
    await expectEventually(() => dialog.getByText('line 14000 of').count(), 1);

    await next.click();
    await expectVisible(named('d.md'));
    for (const drawn of [keyword, scroller]) await expectVisible(drawn);
    await expectAccessiblePreview(page, 'Markdown');
    await next.click();
    await expectVisible(named('e.md'));
    await expectVisible(more);
    const linkAt = (at: number) => dialog.getByRole('link', { name: `link ${at}`, exact: true });
    await expectVisible(linkAt(0));
    // A link that has the focus is not behind the bar that offers more.
    await dialog.getByRole('region').focus();
    const edges: number[] = [];
    for (const at of links.keys()) {
      await page.keyboard.press('Tab');
      const link = linkAt(at);
      await expectEventually(() => hasFocus(link), true);
      const [box, bar] = [await link.boundingBox(), await more.boundingBox()];
      edges.push((bar?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0));
    }
    expect(Math.min(...edges)).toBeGreaterThan(0);
  },
);
