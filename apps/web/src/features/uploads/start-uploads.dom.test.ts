import type { Config } from '@holdall/contract/settings';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '#shared/config/config.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { markAuthorized, markUnauthorized } from '#shared/session/session.ts';
import { eventually } from '#shared/testing/eventually.ts';
import { alerts } from '#shared/ui/alert.ts';
import { openFilePicker, openFolderPicker } from './pickers.ts';
import { startUploads } from './start-uploads.ts';
import { uploadPermission, uploads } from './uploads.store.ts';

const config: Pick<Config, 'subscriptionType' | 'chunkSize' | 'uploadLimit' | 'mimetypesBlacklist'> = {
  subscriptionType: 'fixed',
  chunkSize: 1_000_000,
  uploadLimit: 0,
  mimetypesBlacklist: [],
};

/** A request without an answer. */
class Unanswered extends EventTarget {
  readonly upload = new EventTarget();
  readonly open = (): void => undefined;
  readonly setRequestHeader = (): void => undefined;
  readonly send = (): void => undefined;
  readonly abort = (): void => undefined;
}

beforeAll(async () => {
  await withMessages();
  vi.stubGlobal('fetch', async () => Response.json(config));
  await loadConfig();
});

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', Unanswered);
  alerts.set([]);
  markAuthorized();
});
afterEach(() => markUnauthorized());

const loose = new File(['x'], 'loose.txt');
const inside = new File(['x'], 'inside.txt');
Object.defineProperty(inside, 'webkitRelativePath', { value: 'Trip/inside.txt' });
const folder = {} as FileSystemDirectoryEntry;

const permit = (may: { readonly canUpload: boolean; readonly canCreateFolder: boolean }) =>
  uploadPermission.set({ ...may, reason: null });
const titles = () => alerts.get().map(({ title }) => title);
const begun = () => uploads.get().entries.map(({ name }) => name);

test.each([
  ['a folder that is dropped', { files: [], folders: [folder] }],
  ['a folder that is chosen', { files: [inside], folders: [] }],
])('a user who may not create folders reads why at %s, and nothing is uploaded', async (_what, entries) => {
  permit({ canUpload: true, canCreateFolder: false });
  await startUploads(entries, null);
  expect(titles()).toEqual(['Creating folders is temporarily disabled']);
  expect(begun()).toEqual([]);
});

test('files beside the folders are uploaded', async () => {
  permit({ canUpload: true, canCreateFolder: false });
  await startUploads({ files: [inside, loose], folders: [] }, null);
  expect(titles()).toEqual(['Creating folders is temporarily disabled']);
  expect(begun()).toEqual(['loose.txt']);
});

test('files alone need no permission to create folders', async () => {
  permit({ canUpload: true, canCreateFolder: false });
  await startUploads({ files: [loose], folders: [] }, null);
  expect([titles(), begun()]).toEqual([[], ['loose.txt']]);
});

test('a user who may not upload reads only that', async () => {
  permit({ canUpload: false, canCreateFolder: false });
  await startUploads({ files: [loose, inside], folders: [folder] }, null);
  await eventually(() => expect(titles()).toEqual(['Uploading is temporarily disabled']));
  expect(begun()).toEqual([]);
});

test('no picker opens for files that may not be uploaded', async () => {
  const asked = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined);
  permit({ canUpload: true, canCreateFolder: false });
  openFolderPicker(null);
  expect(titles()).toEqual(['Creating folders is temporarily disabled']);
  alerts.set([]);
  permit({ canUpload: false, canCreateFolder: true });
  openFilePicker(null);
  await eventually(() => expect(titles()).toEqual(['Uploading is temporarily disabled']));
  expect(asked).not.toHaveBeenCalled();
  permit({ canUpload: true, canCreateFolder: false });
  openFilePicker(null);
  expect(asked).toHaveBeenCalledOnce();
});
