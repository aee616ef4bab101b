import { beforeAll, beforeEach, expect, test } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { alerts } from '#shared/ui/alert.ts';
import { givesDownloads, restrictionsOf } from './restrictions.ts';
import { shareOf } from './testing/shares.ts';

beforeAll(withMessages);
beforeEach(() => alerts.set([]));

test('visitors change nothing; editors have the owner’s permissions', () => {
  expect(restrictionsOf(shareOf({ permission: 'visitor' }))).toEqual({
    canUpload: false,
    canCreateFolder: false,
    canDownload: true,
    reason: 'Please ask the person who gave you the link.',
  });
  const restricted = shareOf({ permission: 'editor' }, { canUpload: false });
  expect(restrictionsOf(restricted)).toMatchObject({ canUpload: false, canCreateFolder: true });
});

test('an exhausted link alerts about its limit, unless the owner may not offer downloads at all', () => {
  expect(givesDownloads(shareOf({ downloads_left: 1 }))).toBe(true);
  expect(alerts.get()).toEqual([]);
  expect(givesDownloads(shareOf({ downloads_left: 0 }))).toBe(false);
  expect(alerts.get()).toMatchObject([
    {
      title: 'No downloads left',
      message: 'This link has reached its download limit.',
    },
  ]);
  alerts.set([]);
  expect(givesDownloads(shareOf({ downloads_left: 0 }, { canDownload: false }))).toBe(false);
  expect(alerts.get()).toMatchObject([
    {
      title: 'Downloading is temporarily disabled',
      message: 'Please ask the person who gave you the link.',
    },
  ]);
});
