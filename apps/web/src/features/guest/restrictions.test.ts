import { beforeAll, expect, test } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { restrictionsOf } from './restrictions.ts';
import { shareOf } from './testing/shares.ts';

beforeAll(withMessages);

test('visitors add nothing; editors what the owner may', () => {
  expect(restrictionsOf(shareOf({ permission: 'visitor' }))).toEqual({
    canUpload: false,
    canCreateFolder: false,
    canDownload: true,
    reason: 'Please ask the person who gave you the link.',
  });
  const restricted = shareOf({ permission: 'editor' }, { canUpload: false });
  expect(restrictionsOf(restricted)).toMatchObject({ canUpload: false, canCreateFolder: true });
});

test('where no download is left it says so; where the owner may not give any, nothing of that', () => {
  const exhausted = { downloads_left: 0 };
  expect(restrictionsOf(shareOf(exhausted))).toMatchObject({
    canDownload: false,
    reason: 'This link has been downloaded from as often as its owner allows.',
  });
  expect(restrictionsOf(shareOf({ downloads_left: 1 }))).toMatchObject({ canDownload: true });
  expect(restrictionsOf(shareOf(exhausted, { canDownload: false })).reason).toBe(
    'Please ask the person who gave you the link.',
  );
});
