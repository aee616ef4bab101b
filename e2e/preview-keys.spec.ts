import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { drawFingers, tapTwice } from './harness/fingers.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { png, textBytes, webm } from './harness/preview-files.ts';
import { folderWith, previewPage } from './harness/preview-page.ts';

const journey = journeysOf();
const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };

const playerState = (player: Locator) =>
  player.evaluate((element) => {
    if (!(element instanceof HTMLMediaElement)) throw new Error('This is no player.');
    const { paused, currentTime, duration } = element;
    return { paused, currentTime, duration };
  });

journey(
  'Space plays and pauses, and a player that has the focus keeps its arrows',
  async ({ page, signIn, server }) => {
    const api = await signInToApi(server.url);
    const { folder, 'clip.webm': clip } = await folderWith(api, 'Played', {
      'clip.webm': webm(30),
      'next.txt': textBytes('what is next'),
    });
    await signIn();
    const { named, dialog } = previewPage(page);
    await page.goto(`/platform/files/${folder}?sort=name&dir=ASC&preview=${clip}`);
    const player = dialog.getByLabel('Video player');
    await expectVisible(player);
    const isPaused = async () => (await playerState(player)).paused;
    await expectEventually(async () => (await playerState(player)).duration > 3, true);
    expect(await isPaused(), 'nothing plays by itself').toBe(true);
    await page.keyboard.press('Space');
    await expectEventually(isPaused, false);
    await page.keyboard.press('Space');
    await expectEventually(isPaused, true);
    // A press beside the player leaves the keys where they were.
    await page.mouse.click(200, 450);
    await page.keyboard.press('Space');
    await expectEventually(isPaused, false);
    await page.keyboard.press('Space');
    await expectEventually(isPaused, true);

    await player.focus();
    await page.keyboard.press('Space');
    await expectEventually(isPaused, false);
    await page.keyboard.press('Space');
    await expectEventually(isPaused, true);
    const { currentTime } = await playerState(player);
    await page.keyboard.press('ArrowRight');
    await expectEventually(async () => (await playerState(player)).currentTime > currentTime, true);
    await expectVisible(named('clip.webm'));

    await dialog.getByRole('button', { name: 'Details' }).focus();
    await page.keyboard.press('ArrowRight');
    await expectVisible(named('next.txt'));
  },
);

journey('lines that are too long are reached and scrolled by keyboard', async ({ page, signIn, server }) => {
  const api = await signInToApi(server.url);
  const { folder, 'long.ts': long } = await folderWith(api, 'Lines', {
    'long.ts': textBytes(`let long = '${'x'.repeat(800)}';\n`.repeat(40)),
    'short.ts': textBytes('let short = 1;\n'),
  });
  await signIn();
  const { named, dialog } = previewPage(page);
  await page.goto(`/platform/files/${folder}?sort=name&dir=ASC&preview=${long}`);
  const scroller = dialog.getByRole('group', { name: 'Scrolls sideways' });
  await expectVisible(scroller);
  const hasFocus = () => scroller.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 12 && !(await hasFocus()); presses += 1) await page.keyboard.press('Tab');
  expect(await hasFocus()).toBe(true);
  await page.keyboard.press('ArrowRight');
  await expectEventually(() => scroller.evaluate(({ scrollLeft }) => scrollLeft > 0), true);
  await expectVisible(named('long.ts'));
  await dialog.getByRole('button', { name: 'Next file' }).click();
  await expectVisible(dialog.getByText('let short'));
  await expectGone(scroller);
});

journey('Ctrl and the wheel zoom what is under the pointer', async ({ page, signIn, server }) => {
  const api = await signInToApi(server.url);
  const { folder, 'wide.png': wide } = await folderWith(api, 'Wheel', { 'wide.png': png(2400, 1600) });
  await signIn();
  const { dialog } = previewPage(page);
  await page.goto(`/platform/files/${folder}?preview=${wide}`);
  const image = dialog.getByRole('img', { name: 'Picture of wide.png' });
  await expectVisible(image);
  const under = { x: 500, y: 300 };
  const look = async () => {
    const { x, y, width, height } = (await image.boundingBox()) ?? { x: 0, y: 0, width: 1, height: 1 };
    return { width, across: (under.x - x) / width, down: (under.y - y) / height };
  };
  await expectEventually(async () => (await look()).width > 600, true);
  const before = await look();
  await page.mouse.move(under.x, under.y);
  await page.keyboard.down('Control');
  for (let notch = 0; notch < 4; notch += 1) await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await expectEventually(async () => (await look()).width > 2 * before.width, true);
  const after = await look();
  expect(after.across).toBeCloseTo(before.across, 2);
  expect(after.down).toBeCloseTo(before.down, 2);
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
});

journey(
  'on a phone, fingers zoom and swipe, what is pinched too small springs back, and Back closes',
  async ({ page, signIn, server }) => {
    const api = await signInToApi(server.url);
    const { folder } = await folderWith(api, 'Fingers', {
      'a.png': png(1200, 900),
      'b.webm': webm(1),
      'c.txt': textBytes('the last'),
    });
    await signIn();
    const { dialog, named } = previewPage(page);
    await page.goto(`/platform/files/${folder}?sort=name&dir=ASC`);
    await filesPage(page)
      .row('a.png')
      .tap({ position: { x: 150, y: 32 } });
    const image = dialog.getByRole('img', { name: 'Picture of a.png' });
    await expectVisible(image);
    const width = async () => Math.round((await image.boundingBox())?.width ?? 0);
    await expectEventually(width, 360);
    const at = (x: number) => ({ x, y: 390 });
    const pinched = [
      [at(80), at(160)],
      [at(280), at(200)],
    ] as const;
    await drawFingers(page, pinched, () => expectEventually(async () => (await width()) < 200, true));
    await expectEventually(width, 360);
    await tapTwice(page, at(180));
    await expectEventually(width, 1200);
    await tapTwice(page, at(180));
    await expectEventually(width, 360);

    await drawFingers(page, [[at(300), at(60)]]);
    await expectVisible(named('b.webm'));
    const video = await dialog.getByLabel('Video player').boundingBox();
    const upper = (x: number) => ({ x, y: (video?.y ?? 0) + 40 });
    await drawFingers(page, [[upper(300), upper(60)]]);
    await expectVisible(named('c.txt'));
    await page.goBack();
    await expectGone(dialog);
    await expectVisible(filesPage(page).row('a.png'));
  },
  phone,
);

for (const [width, height] of [
  [360, 640],
  [780, 360],
] as const)
  journey(
    `nothing is cut off at ${width} × ${height}`,
    async ({ page, signIn, server }) => {
      const api = await signInToApi(server.url);
      const { folder, ...ids } = await folderWith(api, `Small ${width}`, {
        'a.png': png(1200, 900),
        'b.webm': webm(1),
        'c.bin': textBytes('\0\u0001\u0002'),
      });
      await signIn();
      const { dialog } = previewPage(page);
      const shown = {
        'a.png': dialog.getByRole('img', { name: 'Picture of a.png' }),
        'b.webm': dialog.getByLabel('Video player'),
        'c.bin': dialog.getByRole('button', { name: 'Download' }).last(),
      };
      for (const [name, mark] of Object.entries(shown)) {
        await page.goto(`/platform/files/${folder}?preview=${ids[name]}`);
        await expectVisible(mark);
        const isInside = () =>
          mark.evaluate((element) => {
            const { top, left, right, bottom } = element.getBoundingClientRect();
            const pane = element.closest('.preview-stage')?.getBoundingClientRect();
            if (!pane) return false;
            return top >= pane.top && bottom <= pane.bottom && left >= 0 && right <= innerWidth;
          });
        await expectEventually(isInside, true);
      }
    },
    { ...phone, viewport: { width, height } },
  );

journey(
  'a link that has the focus is not behind the bar that offers more of a text',
  async ({ page, signIn, server }) => {
    const api = await signInToApi(server.url);
    const links = Array.from({ length: 30 }, (_, at) => `[link ${at}](https://example.com/${at})`);
    const { folder, 'long.md': file } = await folderWith(api, 'Links', {
      'long.md': textBytes([...links, 'word '.repeat(60_000)].join('\n\n')),
    });
    await signIn();
    const { dialog } = previewPage(page);
    await page.goto(`/platform/files/${folder}?preview=${file}`);
    const more = dialog.getByRole('button', { name: 'Show more' });
    const linkAt = (at: number) => dialog.getByRole('link', { name: `link ${at}`, exact: true });
    await expectVisible(more);
    await expectVisible(linkAt(0));
    await dialog.getByRole('region').focus();
    const edges: number[] = [];
    for (const at of links.keys()) {
      await page.keyboard.press('Tab');
      const link = linkAt(at);
      await expectEventually(() => link.evaluate((element) => element === document.activeElement), true);
      const [box, bar] = [await link.boundingBox(), await more.boundingBox()];
      edges.push((bar?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0));
    }
    expect(Math.min(...edges)).toBeGreaterThan(0);
  },
);
