import { expect, test } from 'vitest';
import {
  backupWarning,
  certificateWarning,
  daysLeft,
  diskWarning,
  jobsWarning,
  withSample,
} from './warnings.rules.ts';

const day = 24 * 60 * 60_000;
const gigabyte = 1_000_000_000;
const now = 100 * day;
const total = 100 * gigabyte;

test('the days until a disk reaches its floor are estimated from the last two weeks', () => {
  const samples = [{ at: now - 10 * day, free: 32 * gigabyte }];
  // Two a day, and two stay free.
  expect(daysLeft(samples, { free: 12 * gigabyte, total }, now)).toBe(5);
  expect(daysLeft(samples, { free: 32 * gigabyte, total }, now)).toBeUndefined();
  expect(daysLeft(samples, { free: gigabyte, total }, now)).toBe(0);
  // An hour is too short for an estimate.
  expect(daysLeft([{ at: now - day / 24, free: total }], { free: gigabyte, total }, now)).toBeUndefined();
});

test('two samples of a disk a day are kept, for two weeks', () => {
  let samples = withSample([], { at: 0, free: 1 });
  for (let hour = 1; hour <= 24 * 30; hour += 1)
    samples = withSample(samples, { at: (hour * day) / 24, free: 1 });
  expect(samples).toHaveLength(28);
  expect(samples.at(-1)).toEqual({ at: 30 * day, free: 1 });
});

const disk = (free: number, isOpen = false, samples = [{ at: now - 10 * day, free }]) =>
  diskWarning({ server: 'files1', space: { free, total }, samples, now, isOpen })?.code;

test('a disk is nearly full below a tenth of it, and until it has a little more', () => {
  expect([
    disk(11 * gigabyte),
    disk(9 * gigabyte),
    disk(11 * gigabyte, true),
    disk(13 * gigabyte, true),
  ]).toEqual([undefined, 'disk', 'disk', undefined]);
});

test('a disk that is full within two weeks is a warning, unless half of it is free', () => {
  const fell = (from: number) => [{ at: now - 10 * day, free: from * gigabyte }];
  expect(disk(30 * gigabyte, false, fell(60))).toBe('disk_days');
  expect(disk(30 * gigabyte, false, fell(31))).toBeUndefined();
  expect(disk(60 * gigabyte, false, fell(100))).toBeUndefined();
});

test('the warning of a filling disk lasts until it has some days or some space more', () => {
  const fell = (from: number) => [{ at: now - 10 * day, free: from * gigabyte }];
  // At 1.8 GB a day 15 days are left; at 1.3, 21.
  expect(disk(30 * gigabyte, false, fell(48))).toBeUndefined();
  expect(disk(30 * gigabyte, true, fell(48))).toBe('disk_days');
  expect(disk(30 * gigabyte, true, fell(43))).toBeUndefined();
  expect(disk(52 * gigabyte, true, fell(100))).toBe('disk_days');
  expect(disk(56 * gigabyte, true, fell(110))).toBeUndefined();
});

test.each([
  ['none for a week after the installation', {}, undefined],
  ['missing then', { installedAt: now - 8 * day }, 'backup_missing'],
  ['none without files', { installedAt: now - 8 * day, hasFiles: false }, undefined],
  ['none two days after a daily one', { schedule: 'daily', madeAt: now - 2 * day }, undefined],
  ['old after that', { schedule: 'daily', madeAt: now - 3 * day }, 'backup_old'],
  ['none three days after a weekly one', { schedule: 'weekly', madeAt: now - 3 * day }, undefined],
  ['old a month after one by hand', { madeAt: now - 31 * day }, 'backup_old'],
  [
    'a failure, however new the one before is',
    { madeAt: now - day, last: { at: now, outcome: 'failed', reason: 'EIO' } },
    'backup_failed',
  ],
] as const)('a warning about backups: %s', (_what, change, code) => {
  const found = backupWarning({
    schedule: 'off',
    last: undefined,
    madeAt: undefined,
    installedAt: now - 6 * day,
    hasFiles: true,
    now,
    ...change,
  });
  expect(found?.code).toBe(code);
});

test('given-up jobs are counted, except for those with a warning of their own', () => {
  const counts = [
    { kind: 'purge', state: 'dead', count: 2 },
    { kind: 'mail', state: 'dead', count: 1 },
    { kind: 'backup', state: 'dead', count: 5 },
    { kind: 'purge', state: 'waiting', count: 9 },
  ];
  expect(jobsWarning(counts)).toEqual({ code: 'jobs', facts: { count: 3 } });
  expect(jobsWarning(counts.slice(2))).toBeUndefined();
});

test('a certificate is a warning for two weeks before its expiry, and after it', () => {
  const code = (days: number) => certificateWarning('files.example.com', now + days * day, now)?.code;
  expect([code(15), code(13), code(-1)]).toEqual([undefined, 'certificate', 'certificate']);
});
