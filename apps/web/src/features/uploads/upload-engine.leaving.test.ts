// @vitest-environment happy-dom
import type { Config } from '@holdall/contract/settings';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadConfig } from '#shared/config/config.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { identify, markAuthorized, markUnauthorized } from '#shared/session/session.ts';
import { updateUnfinished, listUnfinished, type UnfinishedUpload } from './unfinished-uploads.ts';
import { createUploadServer } from './testing/upload-server.ts';
import { createUploadEngine } from './upload-engine.ts';
import { interruptedUploads } from './uploads.store.ts';

vi.mock('./unfinished-uploads.ts', () => ({
  updateUnfinished: vi.fn(async () => undefined),
  listUnfinished: vi.fn(async () => []),
}));

const rules: Pick<Config, 'chunkSize' | 'uploadLimit' | 'mimetypesBlacklist'> = {
  chunkSize: 1_000_000,
  uploadLimit: 0,
  mimetypesBlacklist: [],
};

const isKept = (path: string): boolean =>
  vi.mocked(updateUnfinished).mock.calls.some(([uploads]) => uploads.some((upload) => upload.path === path));

test('a page that is left early has stored all of its uploads', async () => {
  await withMessages();
  vi.stubGlobal('fetch', async () => Response.json(rules));
  await loadConfig();
  vi.stubGlobal('indexedDB', {});
  vi.useFakeTimers();
  const server = createUploadServer();
  server.hold();
  const engine = createUploadEngine(server.transport);
  onTestFinished(() => {
    markUnauthorized();
    vi.useRealTimers();
  });
  markAuthorized();
  identify('ada');
  const choose = (name: string) => engine.start({ files: [new File(['x'], name)], folders: [] }, null);

  await choose('one.txt');
  await vi.advanceTimersByTimeAsync(0);
  expect(isKept('one.txt')).toBe(true);
  await choose('two.txt');
  dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await vi.advanceTimersByTimeAsync(0);
  expect(isKept('two.txt')).toBe(true);
});

test("a page of a link stores its guest's uploads, and offers only those begun through that link", async () => {
  await withMessages();
  vi.stubGlobal('fetch', async () => Response.json(rules));
  await loadConfig();
  vi.stubGlobal('indexedDB', {});
  vi.useFakeTimers();
  history.pushState(null, '', '/share/AbCdEfGhIjKlMnOpQrStUv/files/x');
  onTestFinished(() => {
    history.back();
    vi.useRealTimers();
  });
  const server = createUploadServer();
  server.hold();
  const engine = createUploadEngine(server.transport);
  await engine.start({ files: [new File(['x'], 'guest.txt')], folders: [] }, null);
  await vi.advanceTimersByTimeAsync(0);
  const [kept] = vi
    .mocked(updateUnfinished)
    .mock.calls.flatMap(([uploads]) => uploads)
    .filter(({ path }) => path === 'guest.txt');
  expect(kept?.userId).toBe('/share/AbCdEfGhIjKlMnOpQrStUv');

  const keptBy = (userId: string): UnfinishedUpload => ({
    userId,
    uploadName: userId,
    tab: 'earlier',
    path: 'guest.txt',
    parentId: null,
    onConflict: 'refuse',
    size: 1,
    lastModified: 0,
    keptAt: Date.now(),
  });
  const ours = keptBy('/share/AbCdEfGhIjKlMnOpQrStUv');
  vi.mocked(listUnfinished).mockResolvedValue([ours, keptBy('/share/VvUuTtSsRrQqPpOoNnMmLl'), keptBy('ada')]);
  const looked = engine.interrupted.look();
  await vi.advanceTimersByTimeAsync(1_000);
  await looked;
  expect(interruptedUploads.get()).toEqual([ours]);
});
