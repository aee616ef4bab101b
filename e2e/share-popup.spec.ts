import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectEventually, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { openLinks } from './harness/sharing.ts';

const journey = journeysOf();

journey('whatever is opened in the popup of a link, its foot stays in view', async (world) => {
  const { page, signIn, server } = world;
  const height = 700;
  await page.setViewportSize({ width: 1440, height });
  const api = await signInToApi(server.url);
  const id = await api.createFolder('Drawings');
  const links = await openLinks(server.url);
  await links.share({ id, type: 'folder' }, { permission: 'editor' });
  await signIn();
  await filesPage(page).row('Drawings').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Share…' }).click();
  const popup = page.getByRole('dialog', { name: 'Share Drawings' });
  await popup.getByRole('button', { name: 'Show' }).last().click();
  const code = popup.getByRole('img', { name: 'QR code for the link to Drawings' });
  await expectVisible(code);
  const foot = popup.getByRole('button', { name: 'Done' });
  const edges = () => Promise.all([code.boundingBox(), foot.boundingBox()]);
  // It comes into view, above the foot.
  await expectEventually(async () => {
    const [box, below] = await edges();
    return box !== null && below !== null && box.y > 0 && box.y + box.height <= below.y;
  }, true);
  for (const end of [0, 10_000]) {
    await popup.evaluate((box, to) => box.scrollTo({ top: to }), end);
    const top = async () => (await foot.boundingBox())?.y ?? height;
    await expectEventually(async () => (await top()) < height - 40, true);
  }
  expect(await popup.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true);
});
