import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';

const journey = journeysOf();
/** A point beside the link of a row. */
const beside = { position: { x: 420, y: 10 } };

/** Returns the name and the bytes of the file that the browser saves when something is done. */
const saved = async (page: Page, act: () => Promise<unknown>) => {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
};

journey(
  'a folder, some items and everything come as one archive: from the menu, the bar and the keyboard',
  async ({ page, signIn, server }) => {
    const api = await signInToApi(server.url);
    const around = await api.createFolder('Around');
    const trip = await api.createFolder('Trip', around);
    const [inside, first, second] = [randomBytes(3_000), randomBytes(2_000), randomBytes(1_000)];
    await api.uploadFile('inside.bin', inside, trip);
    await api.uploadFile('first.bin', first, around);
    await api.uploadFile('second.bin', second, around);
    await signIn({ at: `/platform/files/${around}` });
    const files = filesPage(page);
    await expectVisible(files.row('second.bin'));

    /** Which of the three an archive holds; their bytes are stored in it as they are. */
    const heldBy = ({ bytes }: { readonly bytes: Buffer }) => {
      return Object.entries({ 'Trip/inside.bin': inside, 'first.bin': first, 'second.bin': second })
        .filter(([path, content]) => bytes.includes(path) && bytes.includes(content))
        .map(([path]) => path);
    };

    await files.row('Trip').click({ button: 'right', ...beside });
    const fromMenu = await saved(page, () => page.getByRole('menuitem', { name: 'Download' }).click());
    expect(fromMenu.name).toBe('Trip.zip');
    expect(heldBy(fromMenu)).toEqual(['Trip/inside.bin']);

    await files.row('first.bin').click(beside);
    await files.row('Trip').click({ ...beside, modifiers: ['ControlOrMeta'] });
    const bar = page.getByRole('region', { name: 'Selection' });
    const fromBar = await saved(page, () => bar.getByRole('button', { name: 'Download' }).click());
    expect(fromBar.name).toBe('files.zip');
    expect(heldBy(fromBar)).toEqual(['Trip/inside.bin', 'first.bin']);

    await files.row('first.bin').click(beside);
    await page.keyboard.press('ControlOrMeta+a');
    await expectVisible(page.getByRole('main').getByText('3 selected'));
    const fromKeyboard = await saved(page, () => page.keyboard.press('ControlOrMeta+s'));
    expect(fromKeyboard.name).toBe('files.zip');
    expect(heldBy(fromKeyboard)).toEqual(['Trip/inside.bin', 'first.bin', 'second.bin']);
  },
);
