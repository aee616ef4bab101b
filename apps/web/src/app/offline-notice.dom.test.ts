import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { noUploads, uploads } from '#features/uploads/uploads.store.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { toasts } from '#shared/ui/toast.ts';
import { watchNetwork } from './offline-notice.ts';

let stop: () => void;
const toastMessages = (): string[] => toasts.get().map(({ message }) => message);
const hear = (event: 'offline' | 'online'): void => void dispatchEvent(new Event(event));

beforeAll(() => withMessages());
beforeEach(() => {
  stop = watchNetwork();
});
afterEach(() => {
  stop();
  toasts.set([]);
  uploads.set(noUploads);
});

test('a notice says that the network is gone, and that it is back', () => {
  hear('online');
  expect(toastMessages()).toEqual([]);
  hear('offline');
  expect(toastMessages()).toEqual(['You’re offline. Uploads resume when you’re back.']);
  expect(toasts.get()).toMatchObject([{ stays: true }]);
  hear('online');
  expect(toastMessages()).toEqual(['You’re back online.']);
});

test('while files go up only their dock says it', () => {
  uploads.set({ ...noUploads, active: true });
  hear('offline');
  hear('online');
  expect(toastMessages()).toEqual([]);
});
