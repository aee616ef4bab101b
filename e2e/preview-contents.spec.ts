/** The contents of files in the preview: texts, PDFs, and what must not run or cannot be shown. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { journeysOf } from './harness/journey.ts';
import { hostileFiles, lockedPdf, pdf, png, textBytes, webm } from './harness/preview-files.ts';
import { folderWith, previewPage } from './harness/preview-page.ts';

const journey = journeysOf();

journey('a PDF is shown in a sandbox, with text that can be selected', async ({ page, signIn, server }) => {
  const api = await signInToApi(server.url);
  const pages = Array.from({ length: 40 }, (_, at) => `Leaf number ${at + 1}`);
  const { folder, 'book.pdf': book } = await folderWith(api, 'Book', { 'book.pdf': pdf(pages) });
  await signIn({ at: `/platform/files/${folder}?preview=${book}` });
  const preview = previewPage(page);
  await expectVisible(preview.pdf.getByText('Leaf number 1', { exact: true }));
  await expectVisible(preview.dialog.getByText('Page 1 of 40'));
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
      'd.md': textBytes(['```js\nlet x = 1;\n```', ...links, 'word '.repeat(60_000)].join('\n\n')),
    });
    await signIn({ at: `/platform/files/${folder}?sort=name&dir=ASC&preview=${first}` });
    const { named, dialog, next } = previewPage(page);
    const keyword = dialog.locator('[data-token="keyword"]', { hasText: 'let' }).first();
    await expectVisible(keyword);
    const scroller = dialog.getByRole('group', { name: 'Scrolls sideways' });
    await expectVisible(scroller);
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
    await expectVisible(more);
    await expectVisible(keyword);
    // A link that has the focus is not behind the bar that offers more.
    await dialog.getByRole('region').focus();
    const edges: number[] = [];
    for (const at of links.keys()) {
      await page.keyboard.press('Tab');
      const link = dialog.getByRole('link', { name: `link ${at}`, exact: true });
      await expectEventually(() => hasFocus(link), true);
      const [box, bar] = [await link.boundingBox(), await more.boundingBox()];
      edges.push((bar?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0));
    }
    expect(Math.min(...edges)).toBeGreaterThan(0);
  },
);
