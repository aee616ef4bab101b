import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { hostileFiles, lockedPdf, pdf, png, textBytes, wav, webm } from './harness/preview-files.ts';
import { folderWith, previewPage } from './harness/preview-page.ts';

const journey = journeysOf();
/** Machines are slow at times. */
const patience = { timeout: 25_000, interval: 50 };

/** The sandbox is a part of a page. */
const ofWholePages = ['landmark-one-main', 'page-has-heading-one', 'region'];

journey(
  'a double click opens, arrows walk, Escape closes, and the row has the focus again',
  async (world) => {
    const { page, signIn, server } = world;
    const api = await signInToApi(server.url);
    const { folder } = await folderWith(api, 'Walk', {
      'a.png': png(60, 40),
      'b.txt': textBytes('second'),
      'c.bin': textBytes('\0\u0001\u0002third'),
    });
    await api.createFolder('Not a file', folder);
    await signIn();
    const files = filesPage(page);
    const preview = previewPage(page);
    await page.goto(`/platform/files/${folder}?sort=name&dir=ASC`);
    await files.row('a.png').dblclick();
    await expectVisible(preview.named('a.png'));
    await expectVisible(preview.position('1 of 3'));
    await expect.poll(() => new URL(page.url()).searchParams.get('preview'), patience).not.toBeNull();
    await expectVisible(preview.dialog.getByRole('img', { name: 'Picture of a.png' }));

    await page.keyboard.press('ArrowRight');
    await expectVisible(preview.named('b.txt'));
    await expectVisible(preview.dialog.getByText('second'));
    await preview.next.click();
    await expectVisible(preview.named('c.bin'));
    await expectVisible(preview.dialog.getByText('No preview available'));
    await expectEventually(() => preview.next.getAttribute('aria-disabled'), 'true');
    await page.keyboard.press('ArrowLeft');
    await expectVisible(preview.named('b.txt'));

    await page.keyboard.press('Escape');
    await expectGone(preview.dialog);
    await expect.poll(() => new URL(page.url()).searchParams.get('preview'), patience).toBeNull();
    await expectEventually(() => files.row('b.txt').getAttribute('aria-selected'), 'true');
    await expectEventually(() => page.evaluate(() => document.activeElement?.getAttribute('role')), 'grid');

    await page.keyboard.press('Enter');
    await expectVisible(preview.named('b.txt'));
    await page.goBack();
    await expectGone(preview.dialog);
    await expectVisible(files.row('a.png'));
  },
);

journey('an image is zoomed, moved and turned', async ({ page, signIn, server }) => {
  const api = await signInToApi(server.url);
  const { folder, 'wide.png': wide } = await folderWith(api, 'Zoom', { 'wide.png': png(2400, 1200) });
  await signIn();
  const { dialog } = previewPage(page);
  await page.goto(`/platform/files/${folder}?preview=${wide}`);
  const image = dialog.getByRole('img', { name: 'Picture of wide.png' });
  await expectVisible(image);
  const width = async () => Math.round((await image.boundingBox())?.width ?? 0);
  await expect.poll(width, patience).toBeGreaterThan(600);
  const fitting = await width();
  await page.keyboard.press('+');
  await expect.poll(width, patience).toBe(Math.round(fitting * 1.25));
  await page.keyboard.press('0');
  await expect.poll(width, patience).toBe(fitting);
  await image.dblclick();
  await expect.poll(width, patience).toBe(2400);
  const { x = 0 } = (await image.boundingBox()) ?? {};
  await page.mouse.move(700, 450);
  await page.mouse.down();
  await page.mouse.move(600, 450, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => Math.round(((await image.boundingBox())?.x ?? 0) - x), patience).toBe(-100);
  await page.mouse.wheel(0, 400);
  await expect.poll(width, patience).toBeLessThan(2400);
  await page.keyboard.press('0');
  await page.keyboard.press('r');
  await expect
    .poll(async () => ((await image.boundingBox())?.height ?? 0) > (await width()), patience)
    .toBe(true);
});

journey('a PDF is shown in a sandbox, with text that can be selected', async ({ page, signIn, server }) => {
  const api = await signInToApi(server.url);
  const pages = Array.from({ length: 40 }, (_, at) => `Leaf number ${at + 1}`);
  const { folder, 'book.pdf': book } = await folderWith(api, 'Book', { 'book.pdf': pdf(pages) });
  await signIn();
  const preview = previewPage(page);
  await page.goto(`/platform/files/${folder}?preview=${book}`);
  await expectVisible(preview.pdf.getByText('Leaf number 1', { exact: true }));
  await expectVisible(preview.dialog.getByText('Page 1 of 40'));
  const frame = preview.dialog.locator('iframe');
  expect(await frame.getAttribute('sandbox')).toBe('allow-scripts');
  const inside = await (await frame.elementHandle())?.contentFrame();
  expect(await inside?.evaluate(() => globalThis.origin)).toBe('null');
  // Only what is near the window is drawn.
  expect(await inside?.evaluate(() => document.querySelectorAll('canvas').length)).toBeLessThan(8);
  await preview.pdf.getByText('Leaf number 1', { exact: true }).dblclick();
  await expect.poll(() => inside?.evaluate(() => getSelection()?.toString().trim()), patience).not.toBe('');
  const percent = preview.dialog.getByRole('button', { name: /fit to window/ });
  const before = await percent.textContent();
  await preview.dialog.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(() => percent.textContent(), patience).not.toBe(before);
  await inside?.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expectVisible(preview.pdf.getByText('Leaf number 40'));
  await frame.focus();
  await page.keyboard.press('Escape');
  await expectGone(preview.dialog);
});

journey('sound and video play, and are fetched by ranges', async ({ page, signIn, server }) => {
  const api = await signInToApi(server.url);
  const {
    folder,
    'silence.wav': sound,
    'clip.webm': video,
  } = await folderWith(api, 'Media', {
    'silence.wav': wav(),
    'clip.webm': webm(2),
  });
  await signIn();
  const { dialog } = previewPage(page);
  for (const [id, tag] of [
    [sound, 'audio'],
    [video, 'video'],
  ] as const) {
    await page.goto(`/platform/files/${folder}?preview=${id}`);
    const player = dialog.locator(tag);
    await expectVisible(player);
    const seconds = () =>
      player.evaluate((element) => (element instanceof HTMLMediaElement ? element.duration : 0));
    await expect.poll(seconds, patience).toBeGreaterThan(0.9);
    await player.evaluate(async (element) => {
      if (element instanceof HTMLMediaElement) await element.play();
    });
    await expect
      .poll(
        () => player.evaluate((element) => element instanceof HTMLMediaElement && element.currentTime > 0.2),
        patience,
      )
      .toBe(true);
  }
});

journey(
  'text is shown in its encoding, coloured, and more of it on demand',
  async ({ page, signIn, server }) => {
    const api = await signInToApi(server.url);
    const long = Array.from({ length: 20_000 }, (_, at) => `line ${at + 1} of a long log`).join('\n');
    const { folder, ...ids } = await folderWith(api, 'Words', {
      'code.ts': textBytes('export const answer = "forty-two"; // why\n'),
      'latin.txt': new Uint8Array([0x63, 0x61, 0x66, 0xe9]),
      'wide.txt': new Uint8Array(Buffer.from('\ufeffšířka', 'utf16le')),
      'long.log': textBytes(long),
      'notes.md': textBytes(
        '# Notes\n\n- [x] **done**\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet x = 1;\n```\n',
      ),
    });
    await signIn();
    const { dialog } = previewPage(page);
    const open = (name: string) => page.goto(`/platform/files/${folder}?preview=${ids[name]}`);
    await open('code.ts');
    await expectVisible(dialog.locator('[data-token="keyword"]', { hasText: 'export' }));
    await expectVisible(dialog.locator('[data-token="string"]', { hasText: 'forty-two' }));
    await open('latin.txt');
    await expectVisible(dialog.getByText('café'));
    await open('wide.txt');
    await expectVisible(dialog.getByText('šířka'));
    await open('notes.md');
    await expectVisible(dialog.getByRole('heading', { name: 'Notes', exact: true }));
    await expectVisible(dialog.getByRole('cell', { name: '2' }));
    await expectVisible(dialog.locator('[data-token="keyword"]', { hasText: 'let' }));
    await open('long.log');
    await expectVisible(dialog.getByText(/first 262 KB of/));
    expect(await dialog.getByText('line 20000 of').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Show more' }).click();
    await expectGone(dialog.getByText(/first 262 KB of/));
    while ((await dialog.getByRole('button', { name: 'Show more' }).count()) > 0)
      await dialog.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => dialog.getByText('line 20000 of').count(), patience).toBe(1);
  },
);

journey('nothing that a file brings along runs', async ({ page, context, signIn, server }) => {
  const api = await signInToApi(server.url);
  const { folder, ...ids } = await folderWith(api, 'Hostile', hostileFiles);
  await signIn();
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  const { dialog, pdf: frame } = previewPage(page);
  const shows: Record<string, () => Promise<void>> = {
    'script.svg': () => expectVisible(dialog.getByRole('button', { name: 'Download' }).first()),
    'page.txt': () => expectVisible(dialog.getByText('<!doctype html>')),
    'script.pdf': () => expectVisible(frame.getByText('Nothing runs')),
    'raw.md': () => expectVisible(dialog.getByRole('heading', { name: /^Heading <img/ })),
    'huge.png': () => expectVisible(dialog.getByText('This image is too large to show')),
    'cut.png': () => expectVisible(dialog.getByText('We couldn’t show this file')),
  };
  for (const [name, isShown] of Object.entries(shows)) {
    await page.goto(`/platform/files/${folder}?preview=${ids[name]}`);
    await isShown();
    expect(await page.evaluate(() => 'holdallTrapped' in globalThis)).toBe(false);
    expect(await page.title()).not.toContain('trapped');
    for (const inside of page.frames())
      expect(await inside.evaluate(() => 'holdallTrapped' in globalThis)).toBe(false);
  }
  await page.goto(`/platform/files/${folder}?preview=${ids['raw.md']}`);
  await shows['raw.md']?.();
  expect(
    await dialog.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
  ).toEqual(['https://example.com/a?b=1']);
  expect(await dialog.getByRole('region').locator('img, script, iframe').count()).toBe(0);
  expect(asked.filter((url) => !url.startsWith(server.url) && !url.startsWith('blob:'))).toEqual([]);
  expect(asked.filter((url) => url.includes('trapped'))).toEqual([]);
});

journey('a file that cannot be shown says why, with the way to have it', async ({ page, signIn, server }) => {
  const api = await signInToApi(server.url);
  const { folder, ...ids } = await folderWith(api, 'Nothing to see', {
    'empty.txt': textBytes(''),
    'empty.png': textBytes(''),
    'cut.png': png(400, 300).slice(0, 60),
    'cut.webm': webm(1).slice(0, 40),
    'locked.pdf': lockedPdf(),
    'clear.png': png(400, 300, { transparent: true }),
  });
  await signIn();
  const { dialog } = previewPage(page);
  const open = (name: string) => page.goto(`/platform/files/${folder}?preview=${ids[name]}`);
  for (const [name, title] of [
    ['empty.txt', 'This file is empty'],
    ['empty.png', 'This file is empty'],
    ['cut.png', 'We couldn’t show this file'],
    ['cut.webm', 'We couldn’t show this file'],
    ['locked.pdf', 'This PDF is password-protected'],
  ] as const) {
    await open(name);
    await expectVisible(dialog.getByRole('heading', { name: title }));
    // One is in the header.
    expect(await dialog.getByRole('button', { name: 'Download' }).count()).toBe(2);
  }
  // Beside a picture by the server nobody asks whether the image itself can be drawn.
  const hasPicture = async () => {
    const clear = (await api.list(folder)).find(({ id }) => id === ids['clear.png']);
    return clear?.attributes.thumbnail !== null;
  };
  // Behind those of the files before it.
  await expect.poll(hasPicture, { ...patience, timeout: 60_000 }).toBe(true);
  await page.route('**/api/browse/**', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replaceAll(/"thumbnail":\{[^}]*\}/g, '"thumbnail":null'),
    });
  });
  await open('clear.png');
  const clear = dialog.getByRole('img', { name: 'Picture of clear.png' });
  await expectVisible(clear);
  await expectEventually(() => clear.evaluate((image) => getComputedStyle(image).opacity), '1');
  expect(await dialog.getByRole('heading', { level: 3 }).count()).toBe(0);
});

journey(
  'the filmstrip and the arrows reach files of pages that are not loaded',
  async ({ page, signIn, server }) => {
    const api = await signInToApi(server.url);
    const { folder, 'last.txt': last } = await folderWith(api, 'Strip', {
      ...Object.fromEntries(
        Array.from({ length: 30 }, (_, at) => [`f ${at}.txt`, textBytes(`number ${at}`)]),
      ),
      'last.txt': textBytes('the last'),
    });
    await signIn();
    const preview = previewPage(page);
    await page.goto(`/platform/files/${folder}?preview=${last}`);
    await expectVisible(preview.position('31 of 31'));
    const strip = preview.dialog.getByRole('listbox', { name: 'Files in this listing' });
    const frame = strip.getByRole('option', { name: 'f 25.txt' });
    // A file without a picture is told apart by its name.
    await expectVisible(frame.getByText('f 25.txt'));
    await frame.click();
    await expectVisible(preview.named('f 25.txt'));
    await strip.focus();
    await page.keyboard.press('Home');
    await expectVisible(preview.named('f 0.txt'));
    await expectVisible(preview.position('1 of 31'));
  },
);

journey('a file that is gone says so, and the listing is still there', async ({ page, signIn, guard }) => {
  guard.allow(/status of 404/);
  await signIn();
  await page.goto('/platform/files?preview=0190a0a0-0000-7000-8000-000000000000');
  await expectVisible(page.getByText('This file is no longer here'));
  await page.getByRole('button', { name: 'Close preview' }).click();
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Home' }));
});

for (const width of [1280, 360])
  journey(
    `axe finds nothing in previews at ${width}`,
    async ({ page, signIn, server }) => {
      const api = await signInToApi(server.url);
      const { folder, ...ids } = await folderWith(api, `Axe ${width}`, {
        'a.png': png(300, 200),
        'b.ts': textBytes(`const a: string = "b"; // ${'c '.repeat(300)}\n`),
        'c.md': textBytes(
          `# T\n\ntext [l](https://example.com) \`code\`\n\n- a\n\n\`\`\`\n${'c '.repeat(300)}\n\`\`\`\n`,
        ),
        'd.pdf': pdf(['Hello']),
        'e.wav': wav(),
        'f.zip': textBytes('PK\u0003\u0004'),
      });
      await signIn();
      const { dialog, pdf: frame } = previewPage(page);
      const marks = {
        'a.png': dialog.getByRole('img', { name: 'Picture of a.png' }),
        'b.ts': dialog.locator('[data-token="keyword"]').first(),
        'c.md': dialog.getByRole('heading', { name: 'T', exact: true }),
        'd.pdf': frame.getByText('Hello'),
        'e.wav': dialog.locator('audio'),
        'f.zip': dialog.getByText('No preview available'),
      };
      for (const [name, mark] of Object.entries(marks)) {
        await page.goto(`/platform/files/${folder}?preview=${ids[name]}`);
        await expectVisible(mark);
        await expectVisible(dialog.getByText(/of 6/));
        await expectAccessible(page, name, { within: 'dialog', without: ofWholePages });
      }
    },
    { viewport: { width, height: 780 } },
  );

journey('an action in the preview is for its file alone, and is asked about in the trash', async (world) => {
  const { page, signIn, server } = world;
  const api = await signInToApi(server.url);
  const contents = Object.fromEntries(['a.txt', 'b.txt', 'c.txt'].map((name) => [name, textBytes(name)]));
  const { folder, ...ids } = await folderWith(api, 'Alone', contents);
  const left = async () => (await api.list(folder)).map(({ attributes }) => attributes.name).toSorted();
  await signIn();
  const files = filesPage(page);
  const { dialog, named } = previewPage(page);
  await page.goto(`/platform/files/${folder}?sort=name&dir=ASC`);
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
