/** The Files screen in the words of its user: everything is found by role and label. */
import type { Locator, Page } from 'playwright-core';

export const filesPage = (page: Page) => {
  const grid = page.getByRole('grid');
  const uploadButton = page.getByRole('button', { name: 'Upload', exact: true }).first();
  return {
    grid,
    heading: page.getByRole('heading', { level: 1 }),
    breadcrumb: page.getByRole('navigation', { name: 'Breadcrumb' }),
    /** The row or tile of an item. */
    row: (name: string): Locator => grid.getByRole('row').filter({ hasText: name }),
    /** The names of the rows that are drawn, in their order; without the header. */
    names: (): Promise<string[]> => grid.getByRole('rowheader').allTextContents(),
    openFolder: (name: string) => grid.getByRole('link', { name, exact: true }).click(),
    /** Chooses files with the Upload button, or a whole folder from its menu. */
    choose: async (paths: string | string[], from: 'Upload' | 'Folder' = 'Upload'): Promise<void> => {
      if (from === 'Folder') await page.getByRole('button', { name: 'More upload options' }).first().click();
      const control = from === 'Upload' ? uploadButton : page.getByRole('menuitem', { name: 'Folder' });
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), control.click()]);
      await chooser.setFiles(paths);
    },
    newFolderButton: page.locator('header').getByRole('button', { name: 'New folder' }),
    uploadButton,
    dock: page.getByRole('region', { name: 'Uploads' }),
    dialog: page.getByRole('dialog'),
    alert: page.getByRole('alertdialog'),
  };
};
