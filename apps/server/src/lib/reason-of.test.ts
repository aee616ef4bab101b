import { mkdtempSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reasonOf } from '#lib/reason-of.ts';

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};
const refusal = (port: number): Promise<unknown> =>
  new Promise((resolve) => {
    connect(port, '127.0.0.1').once('error', resolve);
  });

test('files are named once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdall-reason-'));
  const path = join(folder, 'none');
  const absent = thrownBy(() => readFileSync(path));
  expect(reasonOf(absent)).toBe(`${path}: it does not exist`);
  expect(reasonOf(absent, path)).toBe('it does not exist');
  expect(reasonOf(thrownBy(() => readFileSync(folder)))).toBe('it is a folder');
});

test('an unreachable service is named by its address', async () => {
  const refused = await refusal(1);
  expect(reasonOf(refused)).toBe('nothing listens at 127.0.0.1:1');
  expect(reasonOf(new AggregateError([refused]))).toBe('nothing listens at 127.0.0.1:1');
});

test('other errors keep their own message', () => {
  expect(reasonOf(new Error('the moon is full'))).toBe('the moon is full');
  expect(reasonOf('moon')).toBe('unknown reason');
});
