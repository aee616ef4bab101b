import { mayUpload, startUploads } from './start-uploads.ts';

/** The kind of picker: some files, a whole folder, or a photo that a phone takes now. */
type Asked = 'files' | 'folder' | 'photo';

/** Asks by the browser's own dialogue; nothing where it is dismissed. */
export const chooseFiles = (asked: Asked): Promise<readonly File[]> => {
  const { promise, resolve } = Promise.withResolvers<readonly File[]>();
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = asked === 'files';
  input.webkitdirectory = asked === 'folder';
  if (asked === 'photo') {
    input.accept = 'image/*';
    input.capture = 'environment';
  }
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

/** Uploads what is chosen below `parentId` (null: the top); who may not upload need not choose anything first. */
const pick = async (parentId: string | null, asked: Asked): Promise<void> => {
  if (!mayUpload(asked === 'folder')) return;
  await startUploads({ files: await chooseFiles(asked), folders: [] }, parentId);
};

export const openFilePicker = (parentId: string | null): void => void pick(parentId, 'files');

/** Chooses a whole folder; the browser leaves out folders in it that are empty. */
export const openFolderPicker = (parentId: string | null): void => void pick(parentId, 'folder');

/** Takes a photo with the camera of a phone. */
export const openCamera = (parentId: string | null): void => void pick(parentId, 'photo');
