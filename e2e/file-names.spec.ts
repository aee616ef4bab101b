import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';

const journey = journeysOf();
const long = 'Fjord elevation at dawn, seen from the harbour wall in the first snow of the year (final).jpg';
const short = 'floor plan.pdf';

journey('a name is cut in its middle where it does not fit, and is found whole', async (world) => {
  const { page, signIn, server } = world;
  const api = await signInToApi(server.url);
  const folder = await api.createFolder('Names');
  for (const name of [long, short]) await api.uploadFile(name, new Uint8Array([1]), folder);
  await signIn({ at: `/platform/files/${folder}` });
  const { row } = filesPage(page);
  /** The visible form of a name: whole, or in two pieces. */
  const seen = (name: string) =>
    row(name)
      .locator('.file-name')
      .evaluate((box) => {
        const line = box.getBoundingClientRect();
        const isIn = (element: Element): boolean => {
          const { top, bottom, left } = element.getBoundingClientRect();
          return Math.abs(top - line.top) < 1 && Math.abs(bottom - line.bottom) < 1 && left < line.right;
        };
        return Array.from(box.querySelectorAll('bdi, .file-name-cut > span'), (piece) => isIn(piece));
      });
  for (const width of [1440, 1024, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expectVisible(row(short));
    expect([width, await seen(short), await seen(long)]).toEqual([width, [true, false], [false, true]]);
  }
  await page.setViewportSize({ width: 2560, height: 800 });
  expect(await seen(long)).toEqual([true, false]);
  await page.setViewportSize({ width: 768, height: 800 });
  // The browser's search in the page also looks where nothing can be selected; `window.find` does not.
  const find = (words: string) =>
    row(long).evaluate((found, text) => {
      found.closest<HTMLElement>('[role=grid]')?.style.setProperty('user-select', 'text');
      getSelection()?.removeAllRanges();
      // The browsers' own, which the standard does not know.
      const { find } = window as unknown as { readonly find: (this: void, words: string) => boolean };
      return find(text);
    }, words);
  for (const words of ['dawn, seen from the harbour', 'the year (final).jpg'])
    expect(await find(words)).toBe(true);
});
