import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { alerts } from '#shared/ui/alert.ts';
import { download, downloadAddress } from './download.ts';
import { entryNamed } from '../testing/entries.ts';

beforeAll(withMessages);
beforeEach(() => alerts.set([]));

test.each([
  ['Quarterly audit', 'Quarterly audit'],
  [null, 'Please ask your administrator.'],
])('a user who may not download reads why and gets no file; the reason %j', (reason, message) => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const file = entryNamed('a.txt');
  const { attributes } = file;
  const entry = { ...file, attributes: { ...attributes, file_url: '/api/files/a' } };
  download(entry, { canDownload: false, reason });
  expect(alerts.get()).toMatchObject([{ title: 'Downloading is temporarily disabled', message }]);
  expect(click).not.toHaveBeenCalled();
  download(entry, { canDownload: true, reason });
  expect(click).toHaveBeenCalledOnce();
});

test('a damaged file is not requested, and an alert says why', () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const file = entryNamed('a.txt');
  const attributes = { ...file.attributes, file_url: '/api/files/a', damaged_at: '2026-11-20T10:00:00.000Z' };
  download({ ...file, attributes }, { canDownload: true, reason: null });
  expect(alerts.get()).toMatchObject([{ title: 'This file is damaged' }]);
  expect(click).not.toHaveBeenCalled();
});

test('an address that tells its version is still one', () => {
  expect(['/api/files/a/content', '/api/files/a/content?v=0a1b2c3d'].map(downloadAddress)).toEqual([
    '/api/files/a/content?download',
    '/api/files/a/content?v=0a1b2c3d&download',
  ]);
});
