import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { commandIn, useMaintenance } from '#testing/maintenance-commands.ts';

// Each command opens the database again.
vi.setConfig({ testTimeout: 120_000 });

const { newPlace } = useMaintenance();

test('commands create nothing in a folder without an installation', async () => {
  const place = await newPlace('empty');
  await mkdir(place.dataDir);
  const { code, output } = await commandIn(place, 'user', 'promote', 'bob@example.com');
  expect(code).toBe(1);
  expect(output).toContain('Nothing is installed in');
  expect(await readdir(place.dataDir)).toEqual([]);
  expect(existsSync(join(place.dataDir, 'holdall.sqlite'))).toBe(false);
});
