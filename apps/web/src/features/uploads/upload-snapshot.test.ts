import { expect, test } from 'vitest';
import type { UploadEntry } from './upload-entry.ts';
import { summarise } from './upload-snapshot.ts';

type Given = Pick<UploadEntry, 'state'> & Partial<Pick<UploadEntry, 'sent'>>;
const entry = (id: number, size: number, { state, sent = 0 }: Given): UploadEntry => ({
  id,
  kind: 'file',
  name: `${id}`,
  path: `${id}`,
  parentId: null,
  type: '',
  size,
  sent,
  state,
  failures: 0,
});
const many = (count: number, size: number, done: number): UploadEntry[] =>
  Array.from({ length: count }, (_, at) => entry(at, size, { state: at < done ? 'done' : 'waiting' }));
const still = { speed: 0, pace: 0, offline: false, reading: false };

test('the progress of one file is that of its bytes', () => {
  expect(summarise([entry(0, 200, { state: 'uploading', sent: 150 })], still).percent).toBe(75);
});

test('many small files beside a larger one show progress as they arrive', () => {
  const entries = [...many(300, 5, 150), entry(300, 1_000_000, { state: 'waiting' })];
  const { percent, secondsLeft, speed } = summarise(entries, { ...still, speed: 80, pace: 30 });
  expect(percent).toBeGreaterThan(20);
  expect(secondsLeft).toBe(6);
  expect(speed, 'says nothing here').toBe(0);
});

test('the progress of large files is that of their bytes', () => {
  const entries = [...many(4, 1_000_000, 2), entry(4, 1_000_000, { state: 'uploading', sent: 500_000 })];
  expect(summarise(entries, { ...still, speed: 500_000, pace: 0.1 })).toMatchObject({
    percent: 49,
    speed: 500_000,
    secondsLeft: 5,
  });
});
