import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { journeysOf } from './harness/journey.ts';

const journey = journeysOf();

journey(
  'where nothing is found the spotlight says so, and offers what can be made of it',
  async ({ page, signIn, server }) => {
    const api = await signInToApi(server.url);
    await api.createFolder('Anything');
    await signIn();
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    const field = dialog.getByRole('combobox');
    const nothing = dialog.getByRole('paragraph').getByText('No results for “zzzzqqqq”');
    await field.fill('zzzzqqqq');
    await expectVisible(nothing);
    await expectVisible(dialog.getByText('0 results'));
    await expectEventually(
      () => dialog.getByRole('option').allTextContents(),
      ['New folder named “zzzzqqqq”'],
    );
    // An action is something that is found.
    await field.fill('toggle theme');
    await expectVisible(dialog.getByRole('option', { name: 'Toggle theme', exact: true }));
    await expectGone(dialog.getByRole('paragraph').getByText(/No results/));
    await expectGone(dialog.getByText('0 results'));
    await field.fill('zzzzqqqq');
    await expectVisible(nothing);
    await page.keyboard.press('Enter');
    await expectGone(dialog);
    expect(await page.getByLabel('Name').inputValue()).toBe('zzzzqqqq');
  },
);

journey('the folder that is found first takes uploads', async ({ page, signIn, server }) => {
  const api = await signInToApi(server.url);
  const harbour = await api.createFolder('Harbour House');
  await signIn();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await dialog.getByRole('combobox').fill('harb');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('option', { name: 'Upload to Harbour House' }).click(),
  ]);
  await chooser.setFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the plan') });
  await expectEventually(
    async () => (await api.list(harbour)).map(({ attributes }) => attributes.name),
    ['plan.txt'],
  );
  await expectPath(page, '/platform/files');
});

journey('the page Security is found by what it keeps', async ({ page, signIn }) => {
  await signIn();
  for (const word of ['password', 'two-factor', 'devices']) {
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    await dialog.getByRole('combobox').fill(word);
    await dialog.getByRole('option', { name: 'Security', exact: true }).click();
    await expectPath(page, '/user/settings/password');
    await expectVisible(page.getByRole('heading', { name: 'Security', level: 1 }));
  }
});

journey(
  'the spotlight shows its keys at its foot, and those for all shortcuts work',
  async ({ page, signIn }) => {
    await signIn();
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    for (const hint of [/Move$/, /^Enter.*Open$/, /Show in folder$/, /Shortcuts$/])
      await expectVisible(dialog.getByText(hint));
    await dialog.getByRole('button', { name: 'Images' }).focus();
    await page.keyboard.press('Control+/');
    await expectGone(dialog);
    await expectVisible(page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
    await expectEventually(() => page.getByRole('dialog').count(), 1);
  },
);
