import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { openPlace } from '#shared/testing/page.tsx';
import type { UploadEntry } from '../upload-entry.ts';
import { noUploads, uploads } from '../uploads.store.ts';
import { DockPanel } from './dock-panel.tsx';

beforeAll(withMessages);

const entry = (id: number, state: UploadEntry['state']): UploadEntry => {
  const name = `${state}.txt`;
  return {
    id,
    kind: 'file',
    name,
    path: name,
    parentId: null,
    size: 10,
    type: '',
    state,
    sent: 4,
    failures: 0,
  };
};

test.each([
  ['lists everything', false, ['uploading.txt', 'waiting.txt', 'done.txt']],
  ['leaves out what has arrived where the page lists that', true, ['uploading.txt', 'waiting.txt']],
])('the dock %s', async (_, withoutDone, names) => {
  const entries = [entry(1, 'done'), entry(2, 'uploading'), entry(3, 'waiting')];
  uploads.set({ ...noUploads, entries, total: 3, done: 1, active: true });
  onTestFinished(() => uploads.set(noUploads));
  const { box, draw } = openPlace();
  await draw(<DockPanel docked withoutDone={withoutDone} />);
  expect([...box.querySelectorAll('li .visually-hidden')].map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(names),
  );
  expect(box.querySelectorAll('li')).toHaveLength(names.length);
});

test('a row that waits shows its bytes that were sent along with an earlier one', async () => {
  const entries = [{ ...entry(1, 'waiting'), sent: 0 }, entry(2, 'waiting')];
  uploads.set({ ...noUploads, entries, total: 2, active: true });
  onTestFinished(() => uploads.set(noUploads));
  const { box, draw } = openPlace();
  await draw(<DockPanel docked withoutDone={false} />);
  expect([...box.querySelectorAll('.upload-state')].map(({ textContent }) => textContent)).toEqual([
    'Waiting',
    '40%',
  ]);
});
