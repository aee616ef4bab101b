import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import type { UploadEntry } from '../upload-entry.ts';
import type { UploadSnapshot } from '../upload-snapshot.ts';
import { noUploads } from '../uploads.store.ts';
import { DockHeader } from './dock-header.tsx';

let root: Root;
let container: HTMLElement;

beforeAll(withMessages);
// The popup is loaded in advance.
beforeAll(() => import('#shared/ui/confirm.popup.tsx'));
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers({ now: 0 });
  container = document.createElement('div');
  root = createRoot(container);
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
});

const entry = (part: Partial<UploadEntry>): UploadEntry => ({
  id: 1,
  kind: 'file',
  name: 'a.txt',
  path: 'a.txt',
  parentId: null,
  size: 10,
  type: '',
  state: 'uploading',
  sent: 4,
  failures: 0,
  ...part,
});
const drawAll = (part: Partial<UploadSnapshot>) =>
  act(async () => root.render(<DockHeader snapshot={{ ...noUploads, ...part }} expanded={false} />));
const draw = (part: Partial<UploadEntry>, offline = false) =>
  drawAll({ entries: [entry(part)], total: 1, active: true, offline, percent: 40 });
const title = () => container.querySelector('b')?.textContent;
const pace = () => container.querySelector('.upload-pace')?.textContent;
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));

test('while it waits for another attempt it shows a countdown, also with its rows hidden', async () => {
  await draw({});
  expect(pace()).toBe('40%');
  await draw({ state: 'retrying', failures: 1, retryAt: 2000 });
  expect(pace()).toBe('Retrying in 2 s');
  await pass(1000);
  expect(pace()).toBe('Retrying in 1 s');
  await pass(1000);
  expect(pace()).toBe('Retrying');
  await pass(500);
  await draw({ state: 'retrying', failures: 2, retryAt: 10_500 });
  expect(pace()).toBe('Retrying in 8 s');
});

test('without a network it shows only that it waits for one', async () => {
  await draw({ state: 'retrying', failures: 1, retryAt: 2000 }, true);
  expect(pace()).toBe('40% · Waiting for the network');
});

test.each([
  { done: 0, says: 'Nothing uploaded', isSuccess: false },
  { done: 1, says: '1 item uploaded', isSuccess: true },
])('where $done went up and one was skipped it says so', async ({ done, says, isSuccess }) => {
  await drawAll({ total: done + 1, done, skipped: 1, percent: 100 });
  expect([title(), pace()]).toEqual([says, '1 skipped']);
  expect(container.querySelector('.upload-success') !== null).toBe(isSuccess);
});

const cancel = () =>
  act(async () => container.querySelector<HTMLButtonElement>('[aria-label="Cancel upload"]')?.click());

test('cancelling many files asks first, cancelling few does not', async () => {
  const names = Array.from({ length: 10 }, (_none, index) =>
    entry({ id: index, name: `${index}.txt`, state: 'waiting' }),
  );
  document.body.append(container);
  const settled = [entry({ id: 10, state: 'done' }), entry({ id: 11, state: 'skipped' })];
  await drawAll({ entries: [...names, ...settled], total: 12, done: 1, skipped: 1, active: true });
  await cancel();
  await pass(0);
  await pass(0);
  expect(document.body.textContent).toContain('10 files aren’t uploaded yet.');
  expect(document.activeElement?.textContent).toBe('Keep uploading');
  container.remove();
});
