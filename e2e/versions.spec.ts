import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { signInToApi } from './harness/api.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { png, textBytes } from './harness/preview-files.ts';
import { folderWith, previewPage } from './harness/preview-page.ts';
import { writeFolder } from './harness/real-files.ts';

const journey = journeysOf();

/** Reads the colour in the middle of the only image that the preview has drawn, as red, green and blue. */
const colorOf = (image: Locator): Promise<readonly number[]> =>
  image.evaluate((element) => {
    if (!(element instanceof HTMLImageElement) || !element.complete || element.naturalWidth === 0) return [];
    const canvas = document.createElement('canvas');
    canvas.width = 1;
    canvas.height = 1;
    const context = canvas.getContext('2d');
    context?.drawImage(element, 0, 0, 1, 1);
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
  });

/** The preview is a part of a page. */
const ofWholePages = ['landmark-one-main', 'page-has-heading-one', 'region'];

journey(
  'a replaced file keeps its earlier content as a version, which is compared, restored, named and deleted',
  async (world) => {
    const { page, signIn, server, guard } = world;
    // The question about a taken name follows a refusal.
    guard.allow(/status of 409/);
    const api = await signInToApi(server.url);
    const name = 'minutes.txt';
    const { folder = '', ...ids } = await folderWith(api, 'Versions', { [name]: textBytes('first\nsame\n') });
    const content = async () => new TextDecoder().decode(await api.download(ids[name] ?? ''));
    await signIn({ at: `/platform/files/${folder}` });
    const files = filesPage(page);
    const preview = previewPage(page);
    await expectVisible(files.row(name));
    const real = writeFolder('versions', new Map([[name, Buffer.from('second\nsame\n')]]));
    await files.choose(join(real.path, name));
    await expectVisible(files.dialog.getByText('The earlier one stays as a version.'));
    await files.dialog.getByRole('button', { name: /^Replace/ }).click();
    await expectEventually(content, 'second\nsame\n');

    await files.row(name).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Versions…' }).click();
    const versions = page.getByRole('list', { name: 'Earlier versions' }).getByRole('listitem');
    await expectEventually(() => versions.count(), 1);
    const act = async (action: string): Promise<void> => {
      await versions
        .first()
        .getByRole('button', { name: /^Actions for/ })
        .click();
      await page.getByRole('menuitem', { name: action, exact: true }).click();
    };
    await expectAccessible(page, 'the versions in the details');
    await act('Compare');
    await expectVisible(preview.dialog.locator('del', { hasText: 'first' }));
    await expectVisible(preview.dialog.locator('ins', { hasText: 'second' }));
    await expectAccessible(page, 'a comparison', { within: 'dialog', without: ofWholePages });
    // Pressed again, it shows the version itself.
    await preview.dialog.getByRole('button', { name: 'Compare', exact: true }).click();
    await expectVisible(preview.dialog.getByText('first'));
    await preview.dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await expectVisible(page.getByText(/^Restored the version from/));
    await expectEventually(content, 'first\nsame\n');
    await expectGone(preview.dialog.getByRole('button', { name: 'Back to current' }));
    await expectVisible(preview.dialog.getByText('first'));
    await page.keyboard.press('Escape');
    await expectGone(preview.dialog);

    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/platform/files/${folder}`);
    await files.row(name).click({ button: 'right' });
    await page.getByRole('button', { name: 'Versions…' }).click();
    await expectEventually(() => versions.count(), 1);
    await act('Name…');
    await page.getByRole('textbox', { name: 'Name' }).fill('Second draft');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectVisible(versions.getByText('Second draft'));
    await expectVisible(versions.getByRole('img', { name: 'Pinned' }));
    await versions.getByRole('button', { name: /^Second draft/ }).click();
    await expectVisible(preview.dialog.getByText('second'));
    await preview.dialog.getByRole('button', { name: 'Details' }).click();
    await act('Delete…');
    await files.alert.getByRole('button', { name: 'Delete version' }).click();
    await expectVisible(page.getByText('Version deleted'));
    await expectEventually(() => versions.count(), 0);
    await expectVisible(preview.dialog.getByText('first'));
    await expectEventually(content, 'first\nsame\n');
  },
  { timeout: 240_000 },
);

journey(
  'an image shows the restored version at once, and the overwriting one after that',
  async (world) => {
    const { page, signIn, server } = world;
    const api = await signInToApi(server.url);
    const name = 'photo.png';
    const [red, blue, green] = [0xff0000, 0x0000ff, 0x00ff00].map((color) => png(64, 64, { color }));
    if (!red || !blue || !green) throw new Error('There is no picture.');
    const { folder = '' } = await folderWith(api, 'Photos', { [name]: red });
    await api.replaceFile(name, blue, folder);
    await signIn({ at: `/platform/files/${folder}` });
    const files = filesPage(page);
    const preview = previewPage(page);
    await files.row(name).dblclick();
    const image = preview.dialog.locator('.preview-image img').last();
    await expectEventually(() => colorOf(image), [0, 0, 255]);
    await preview.dialog.getByRole('button', { name: 'Details', exact: true }).click();
    await preview.dialog.getByRole('button', { name: 'Versions', exact: true }).click();
    const versions = preview.dialog.getByRole('list', { name: 'Earlier versions' }).getByRole('listitem');
    await versions
      .first()
      .getByRole('button', { name: /^Actions for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Restore', exact: true }).click();
    await expectVisible(page.getByText(/^Restored the version from/));
    await expectEventually(() => colorOf(image), [255, 0, 0]);
    await api.replaceFile(name, green, folder);
    await expectEventually(() => colorOf(image), [0, 255, 0]);
  },
  { timeout: 240_000 },
);
