import type { Page } from 'playwright-core';
import type { Api } from './api.ts';

/** The preview in the words of its user. */
export const previewPage = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: /^Preview/ });
  return {
    dialog,
    named: (name: string) => page.getByRole('dialog', { name: `Preview: ${name}` }),
    position: (text: string) => dialog.getByText(text),
    next: dialog.getByRole('button', { name: 'Next file' }),
    previous: dialog.getByRole('button', { name: 'Previous file' }),
    close: dialog.getByRole('button', { name: 'Close preview' }),
    pdf: dialog.frameLocator('iframe'),
  };
};

/** A folder with these files, newest first in their order: their ids by their names, and its own as `folder`. */
export const folderWith = async (
  api: Api,
  name: string,
  files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>,
): Promise<Record<string, string>> => {
  const folder = await api.createFolder(name);
  const ids: Record<string, string> = { folder };
  for (const [file, content] of Object.entries(files).toReversed())
    ids[file] = await api.uploadFile(file, content, folder);
  return ids;
};
