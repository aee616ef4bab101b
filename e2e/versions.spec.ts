import { join } from 'node:path';
import { signInToApi } from './harness/api.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { textBytes } from './harness/preview-files.ts';
import { folderWith, previewPage } from './harness/preview-page.ts';
import { writeFolder } from './harness/real-files.ts';

const journey = journeysOf();

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
    await expectVisible(page.getByText(/^Restored the version of/));
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
