// @vitest-environment happy-dom
import type { Config } from '@holdall/contract/settings';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadConfig } from '#shared/config/config.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { identify, markAuthorized, markUnauthorized } from '#shared/session/session.ts';
import { changeKept } from './kept-uploads.ts';
import { createUploadServer } from './testing/upload-server.ts';
import { createUploadEngine } from './upload-engine.ts';

vi.mock('./kept-uploads.ts', () => ({ changeKept: vi.fn(async () => undefined), listKept: async () => [] }));

const rules: Pick<Config, 'chunkSize' | 'uploadLimit' | 'mimetypesBlacklist'> = {
  chunkSize: 1_000_000,
  uploadLimit: 0,
  mimetypesBlacklist: [],
};

const isKept = (path: string): boolean =>
  vi.mocked(changeKept).mock.calls.some(([uploads]) => uploads.some((upload) => upload.path === path));

test('a page that is left early has kept all that it was uploading', async () => {
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
