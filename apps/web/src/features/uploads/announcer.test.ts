import { expect, test } from 'vitest';
import { createAnnouncer } from './announcer.ts';
import { noUploads } from './uploads.store.ts';

const runThrough = (...snapshots: readonly Partial<typeof noUploads>[]): string[] => {
  const said: string[] = [];
  const observe = createAnnouncer((key, values) =>
    said.push([key.split('.').at(-1), ...Object.values(values)].join(' ')),
  );
  for (const snapshot of snapshots) observe({ ...noUploads, ...snapshot });
  return said;
};

test('the start, half and end of a run are announced once each', () => {
  const running = { active: true, total: 7 };
  const said = runThrough(
    { ...running, percent: 0 },
    { ...running, percent: 49 },
    { ...running, percent: 50, done: 3 },
    { ...running, percent: 80, done: 6 },
    { total: 7, done: 7, percent: 100 },
  );
  expect(said).toEqual(['started 7', 'half', 'finished 7']);
});

test('failures are announced at the end', () => {
  const said = runThrough(
    { active: true, total: 7, percent: 60 },
    { total: 7, done: 5, failed: 2, percent: 100 },
  );
  expect(said).toEqual(['started 7', 'failed 2 5 7']);
});

test('no upload is announced where everything was skipped', () => {
  const said = runThrough(
    { active: true, total: 1, asking: 1, percent: 0 },
    { total: 1, skipped: 1, percent: 100 },
  );
  expect(said).toEqual(['started 1', 'nothing']);
});

test('a retry is a run of its own, which counts the remaining uploads', () => {
  const said = runThrough(
    { active: true, total: 2, percent: 0 },
    { total: 2, done: 1, failed: 1, percent: 100 },
    { active: true, total: 2, done: 1, percent: 50 },
    { total: 2, done: 2, percent: 100 },
  );
  expect(said).toEqual(['started 2', 'failed 1 1 2', 'started 1', 'finished 2']);
});

test('a cancelled queue announces nothing more, since its toast does', () => {
  expect(runThrough({ active: true, total: 3, percent: 10 }, {})).toEqual(['started 3']);
});
