// @vitest-environment happy-dom
import type { Config } from '@holdall/contract/settings';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '#shared/config/config.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { markAuthorized, markUnauthorized } from '#shared/session/session.ts';
import { alerts } from '#shared/ui/alert.ts';
import { toasts } from '#shared/ui/toast.ts';
import { createUploadServer } from './testing/upload-server.ts';
import { createUploadEngine } from './upload-engine.ts';
import { uploads } from './uploads.store.ts';

const rules: Pick<Config, 'chunkSize' | 'uploadLimit' | 'uploadLimitFormatted' | 'mimetypesBlacklist'> = {
  chunkSize: 1_000_000,
  uploadLimit: 0,
  uploadLimitFormatted: '',
  mimetypesBlacklist: ['text/html'],
};

const server = createUploadServer();
server.hold();
const engine = createUploadEngine(server.transport);
const choose = (name: string, type: string) =>
  engine.start({ files: [new File(['x'], name, { type })], folders: [] }, null);

/** Reports whether the browser would ask before it leaves the page. */
const asksBeforeLeaving = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeAll(async () => {
  await withMessages();
  const config = document.createElement('script');
  config.id = 'holdall-config';
  config.type = 'application/json';
  config.textContent = JSON.stringify(rules);
  document.body.append(config);
  await loadConfig();
});

beforeEach(() => {
  markUnauthorized();
  markAuthorized();
  alerts.set([]);
  toasts.set([]);
});

test('all uploads are silently dropped at the end of the session', async () => {
  await choose('one.txt', 'text/plain');
  await choose('two.txt', 'text/plain');
  expect(uploads.get()).toMatchObject({ total: 2, active: true });
  expect(asksBeforeLeaving()).toBe(true);
  markUnauthorized();
  expect(uploads.get()).toMatchObject({ total: 0, active: false });
  expect(asksBeforeLeaving()).toBe(false);
  expect(server.log).toEqual(['whole one.txt 0-1']);
  expect([alerts.get(), toasts.get()]).toEqual([[], []]);
});

test('each choice has its own alert, also while an earlier one is still being uploaded', async () => {
  await choose('slow.txt', 'text/plain');
  await choose('a.html', 'text/html');
  expect(alerts.get()).toHaveLength(1);
  alerts.set([]);
  await choose('b.html', 'text/html');
  expect(alerts.get()).toHaveLength(1);
});
