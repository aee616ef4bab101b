import { startUploads } from './start-uploads.ts';

/** Asks for files by the browser's own dialogue and uploads them below `parentId` (null: the top). */
const pick = (parentId: string | null, folder: boolean): void => {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.webkitdirectory = folder;
  input.hidden = true;
  input.addEventListener('change', () => {
    void startUploads({ files: [...(input.files ?? [])], folders: [] }, parentId);
    input.remove();
  });
  input.addEventListener('cancel', () => input.remove());
  // Some browsers forget a dialogue whose input is not in the page.
  document.body.append(input);
  input.click();
};

export const openFilePicker = (parentId: string | null): void => pick(parentId, false);

/** Chooses a whole folder; the browser leaves out folders in it that are empty. */
export const openFolderPicker = (parentId: string | null): void => pick(parentId, true);
