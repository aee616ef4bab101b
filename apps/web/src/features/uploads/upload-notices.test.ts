// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { callAsGuest } from '#shared/api/client.ts';
import { text } from '#shared/i18n/messages.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { alerts } from '#shared/ui/alert.ts';
import { toasts } from '#shared/ui/toast.ts';
import { failureText } from './ui/failure-text.ts';
import { createUploadNotices, openDisabledAlert } from './upload-notices.ts';
import type { UploadFailure } from './upload-entry.ts';

const generic = 'Please try again. If it keeps happening, contact your administrator.';

const shown = (): string[] => alerts.get().map(({ title, message }) => `${title}; ${message}`);
const untold = { uploads: () => undefined, folders: () => undefined };
const failure = (reason: UploadFailure['reason'], detail = ''): UploadFailure => ({ reason, detail });

beforeAll(withMessages);

beforeEach(() => {
  alerts.set([]);
  toasts.set([]);
});

test.each([
  [failure('out_of_space'), 'You’re out of space; This upload would exceed your storage limit.'],
  [
    failure('blocked_type', 'text/html'),
    'This file type isn’t allowed; text/html files can’t be uploaded here.',
  ],
  [failure('too_large'), 'That’s too large for the server; The server refused this file.'],
  [failure('over_limit', '2 GB'), 'This file is too large; Files can be up to 2 GB.'],
  [failure('signed_out', 'Please sign in.'), 'Oh no, something went wrong; Please sign in.'],
  [failure('signed_out'), `Oh no, something went wrong; ${generic}`],
  [failure('server', 'Disk on fire'), `Oh no, something went wrong; ${generic}`],
  [failure('attempts'), `Oh no, something went wrong; ${generic}`],
])('%j opens its popup', (failed, popup) => {
  createUploadNotices(untold).show([failed]);
  expect(shown()).toEqual([popup]);
  expect(alerts.get()[0]).toMatchObject({ emoji: '😢', button: 'That’s really sad', buttonStyle: 'danger' });
});

test('a folder with many blocked files opens one popup, which names their types', () => {
  const types = ['text/html', 'exe', 'text/html'];
  createUploadNotices(untold).show(types.map((type) => failure('blocked_type', type)));
  expect(shown()).toEqual(['This file type isn’t allowed; text/html and exe files can’t be uploaded here.']);
});

test('the same notice opens once a run, and again in the next', () => {
  const notices = createUploadNotices(untold);
  notices.show([failure('too_large')]);
  alerts.set([]);
  notices.show([failure('too_large')]);
  expect(shown()).toEqual([]);
  notices.reset();
  notices.show([failure('too_large')]);
  expect(shown()).toHaveLength(1);
});

test('a revoked permission is reported by the callback that knows the reason', () => {
  const callbacks = { uploads: vi.fn<() => void>(), folders: vi.fn<() => void>() };
  const notices = createUploadNotices(callbacks);
  notices.show([failure('folders_disabled', 'a'), failure('folders_disabled', 'a')]);
  notices.show([failure('folders_disabled', 'a')]);
  expect([callbacks.uploads, callbacks.folders].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  notices.show([failure('disabled', 'b')]);
  expect([callbacks.uploads, callbacks.folders].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  expect([shown(), toasts.get()]).toEqual([[], []]);
});

test.each([
  [[failure('refused', 'This request is closed.'), failure('unreadable')], 'This request is closed.'],
  [[failure('unreadable'), failure('refused')], 'Something went wrong. Please try again.'],
])(
  'other failures are a toast, one for all of them, which says why where that is known',
  (failures, said) => {
    createUploadNotices(untold).show(failures);
    expect(shown()).toEqual([]);
    expect(toasts.get().map(({ type, message }) => `${type} ${message}`)).toEqual([`danger ${said}`]);
  },
);

test.each([
  ['fixed', null, 'Uploading is temporarily disabled; Please ask your administrator.'],
  ['metered', 'Quarterly audit', 'Uploading is temporarily disabled; Quarterly audit'],
  ['none', null, 'Upload limit exceeded; Please ask your administrator.'],
] as const)('a user who may not upload under the plan %s reads why', (plan, reason, popup) => {
  openDisabledAlert(plan, reason);
  expect(shown()).toEqual([popup]);
});

// The page stays a guest's page, so these tests are the last ones.
test('a guest reads that others have no space for the file', () => {
  callAsGuest({ formOf: () => undefined, onRefusal: () => undefined });
  createUploadNotices(untold).show([failure('out_of_space')]);
  expect(shown()).toEqual([
    'No space left; The owner of this link is out of storage. Ask them to free up some space.',
  ]);
});

test('a guest reads nothing about an account', () => {
  for (const reason of ['disabled', 'folders_disabled', 'out_of_space'] as const)
    expect(failureText(failure(reason), text)).not.toMatch(/account|You/);
});
