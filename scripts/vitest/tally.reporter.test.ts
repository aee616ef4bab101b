import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runQuietly } from '../process/run.ts';
import type { Tallies } from './tally.reporter.ts';

const root = resolve(import.meta.dirname, '../..');

test('a run is counted, and failed or retried tests are named with the reason', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdall-tally-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const written = join(folder, 'tally.json');
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  await runQuietly(process.execPath, [vitest, 'run', '--root', join(import.meta.dirname, 'tally.fixture')], {
    env: { ...process.env, HOLDALL_TEST_TALLY: written },
  });
  const { fixture } = JSON.parse(await readFile(written, 'utf8')) as Tallies;
  expect(fixture).toMatchObject({ passed: 2, failed: 3, skipped: 1 });
  expect(fixture?.seconds).toBeGreaterThan(0);
  const [hook = '', differs = '', thrown = ''] = fixture?.failures?.toSorted() ?? [];
  expect(hook).toMatch(/^hook\.fixture\.ts\n {2}no server\n {2}at /);
  expect(differs).toContain('tests.fixture.ts > differs\n  expected { one: 1 } to deeply equal { one: 2 }\n');
  expect(differs).toContain('\n  -   "one": 2,\n  +   "one": 1,\n');
  expect(thrown).toContain('tests.fixture.ts > throws what has no message\n  no message');
  expect(fixture?.retried).toEqual([
    expect.stringContaining('tests.fixture.ts > passes when it is tried again\n'),
  ]);
});
