import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectEventually, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { phone } from './harness/other-browser.ts';
import { openSession } from './harness/session.ts';
import { openLinks } from './harness/sharing.ts';

const journey = journeysOf();

journey('the foot of a link’s popup stays in view, whatever is opened in it', async (world) => {
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
  // The field comes into view, above the foot.
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

journey(
  'on a phone a notice stands above the highest sheet, and focus rings in it are whole',
  async ({ page, signIn, server }) => {
    const api = await signInToApi(server.url);
    const { call } = await openSession(server.url);
    const items = [];
    for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt', 'f.txt'])
      items.push({ id: await api.uploadFile(name, new TextEncoder().encode(name)), type: 'file' });
    await call('POST', '/api/share/collection', { name: 'Holiday', items });
    await signIn({ at: '/platform/my-shared-items' });
    await page.getByRole('button', { name: /^Holiday/ }).tap();
    const popup = page.getByRole('dialog', { name: 'Collection: Holiday' });
    await popup.getByRole('button', { name: 'Show' }).first().tap();
    const remove = popup.getByRole('button', { name: 'Remove a.txt from the collection' });
    await expectVisible(remove);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const cutOff = await remove.evaluate((button) => {
      const { outlineOffset, outlineWidth, outlineStyle } = getComputedStyle(button);
      const ring =
        outlineStyle === 'none'
          ? Number.POSITIVE_INFINITY
          : Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
      const [inner, outer] = [button, button.closest('ul') ?? button].map((one) =>
        one.getBoundingClientRect(),
      );
      return outer && inner && Math.max(outer.top - inner.top + ring, inner.right + ring - outer.right);
    });
    expect(cutOff).toBeLessThanOrEqual(0);

    await remove.tap();
    const notice = page.getByRole('status').filter({ hasText: 'a.txt removed from the collection' });
    await expectVisible(notice);
    expect(await popup.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true);
    await expectEventually(async () => {
      const [above, sheet] = await Promise.all([notice.boundingBox(), popup.boundingBox()]);
      return above !== null && sheet !== null && above.y >= 0 && above.y + above.height <= sheet.y;
    }, true);
  },
  phone,
);
