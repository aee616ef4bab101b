import type { Config } from '@holdall/contract/settings';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { putConfig } from '#shared/config/config.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { permission } from '#shared/session/permission.ts';
import { nameOf } from '../upload-entry.ts';
import { noUploads, uploads } from '../uploads.store.ts';
import { NameConflictPopup } from './name-conflict.popup.tsx';

let root: Root;

beforeAll(withMessages);
beforeEach(() => {
  putConfig({ keepsVersions: true } as Config);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  uploads.set(noUploads);
  permission.set('master');
});

/** Opens the popup of a name conflict. @returns its accessible name and its text. */
const askAbout = async (path: string, type: 'file' | 'folder' = 'file') => {
  const entry = {
    id: 1,
    kind: 'file',
    name: nameOf(path),
    path,
    parentId: null,
    size: 10,
    type: '',
    state: 'asking',
    sent: 0,
    failures: 0,
    existing: { type, size: 1, modified_at: '2026-11-21T00:00:00.000Z' },
  } as const;
  uploads.set({ ...noUploads, entries: [entry], total: 1, asking: 1, active: true });
  await act(async () => root.render(<NameConflictPopup />));
  const dialog = document.querySelector('dialog') ?? expect.fail('Nothing is asked.');
  const textOf = (attribute: string) =>
    document.querySelector(`[id="${dialog.getAttribute(attribute) ?? ''}"]`)?.textContent;
  return { title: textOf('aria-labelledby'), about: textOf('aria-describedby') };
};

test('the popup names the uploaded folder that holds the taken name', async () => {
  expect(await askAbout('proj/src/a.txt')).toEqual({
    title: '“a.txt” is already here',
    about: 'In the folder “proj/src”',
  });
});

test('the popup says that a folder has the name', async () => {
  expect(await askAbout('proj/a.txt', 'folder')).toEqual({
    title: 'A folder is already called “a.txt”',
    about: 'In the folder “proj”',
  });
});

test('the popup names no folder for a single file', async () => {
  expect(await askAbout('a.txt')).toEqual({ title: '“a.txt” is already here', about: undefined });
});

test.each([
  ['kept', true, 'master', 'The earlier one stays as a version.'],
  ['turned off', false, 'master', 'The earlier one will be gone for good.'],
  ['turned off, for a guest', false, 'editor', 'The earlier one stays as a version.'],
] as const)(
  'a replacement promises a version only where there will be one: versions are %s',
  async (...given) => {
    const [, keepsVersions, allowed, hint] = given;
    putConfig({ keepsVersions } as Config);
    permission.set(allowed);
    await askAbout('a.txt');
    expect(document.body.textContent).toContain(hint);
  },
);
