import { mayUpload, startUploads } from './start-uploads.ts';

/** The kind of picker: some files, a whole folder, or a photo that a phone takes now. */
type PickerKind = 'files' | 'folder' | 'photo';

/** Opens the browser's file dialogue; an empty list if it is dismissed. */
export const chooseFiles = (kind: PickerKind): Promise<readonly File[]> => {
  const { promise, resolve } = Promise.withResolvers<readonly File[]>();
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = kind === 'files';
  input.webkitdirectory = kind === 'folder';
  if (kind === 'photo') {
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
  // Some browsers lose a dialogue whose input is not in the document.
  document.body.append(input);
  input.click();
  return promise;
};

/** Uploads the chosen files below `parentId` (null: the top); no dialogue opens for a user who may not upload. */
const pick = async (parentId: string | null, kind: PickerKind): Promise<void> => {
  if (!mayUpload(kind === 'folder')) return;
  await startUploads({ files: await chooseFiles(kind), folders: [] }, parentId);
};

export const openFilePicker = (parentId: string | null): void => void pick(parentId, 'files');

/** Opens a picker of folders; the browser omits empty folders within it. */
export const openFolderPicker = (parentId: string | null): void => void pick(parentId, 'folder');

/** Opens the camera of a phone. */
export const openCamera = (parentId: string | null): void => void pick(parentId, 'photo');
