import type { Item } from '@holdall/contract/files';
import { uploadText } from '#shared/api/raw-content.ts';
import { createStore } from '#shared/lib/store.ts';
import { onSessionEnd } from '#shared/session/session.ts';
import { mayUpload } from './start-uploads.ts';

/** The new text file that is being named; undefined while there is none. */
export const newText = createStore<{ readonly parentId: string | null } | undefined>(undefined);
onSessionEnd(() => newText.set(undefined));

/** Asks for the name of a new text file below `parentId` (null: the top); an alert tells users who may not upload. */
export const openNewText = (parentId: string | null): void => {
  if (mayUpload(false)) newText.set({ parentId });
};

/**
 * Uploads an empty file.
 *
 * @throws {ApiError} `item.name_taken` where the name is taken; also if nothing answers
 */
export const createText = async (name: string, parentId: string | null): Promise<Item['data']> =>
  (await uploadText({ name, parentId, onConflict: 'refuse', body: '' })).item;
