import { startUploads } from './start-uploads.ts';

/** Asks for files, or for a whole folder, by the browser's own dialogue; none where it is dismissed. */
export const chooseFiles = (folder: boolean): Promise<readonly File[]> => {
  const { promise, resolve } = Promise.withResolvers<readonly File[]>();
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.webkitdirectory = folder;
  input.hidden = true;
  input.addEventListener('change', () => {
    resolve([...(input.files ?? [])]);
    input.remove();
  });
  input.addEventListener('cancel', () => {
    resolve([]);
    input.remove();
  });
  // Some browsers forget a dialogue whose input is not in the page.
  document.body.append(input);
  input.click();
  return promise;
};

/** Uploads what is chosen below `parentId` (null: the top). */
const pick = async (parentId: string | null, folder: boolean): Promise<void> =>
  startUploads({ files: await chooseFiles(folder), folders: [] }, parentId);

export const openFilePicker = (parentId: string | null): void => void pick(parentId, false);

/** Chooses a whole folder; the browser leaves out folders in it that are empty. */
export const openFolderPicker = (parentId: string | null): void => void pick(parentId, true);
