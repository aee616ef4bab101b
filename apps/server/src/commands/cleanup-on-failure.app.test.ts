import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test, vi } from 'vitest';
import { commandIn, useMaintenance } from '#testing/maintenance-commands.ts';

// Each command opens the database again.
vi.setConfig({ testTimeout: 120_000 });

const { newPlace, pathOf } = useMaintenance();

const secretFile = async (text: string): Promise<string> => {
  const file = pathOf('password');
  await writeFile(file, `${text}\n`);
  return file;
};

test('a failed command leaves no data directory where there was none', async () => {
  const place = await newPlace('not/yet');
  const good = await secretFile('another horse battery');
  await mkdir(pathOf('backups'));
  const failing = [
    ['user', 'create', 'bob@example.com', '--password-file', good],
    ['user', 'promote', 'bob@example.com'],
    ['migrate', '--to', 'sqlite'],
    ['migrate', '--to', 'postgres://nobody@127.0.0.1:1/none'],
    ['migrate-blobs', '--to', 'disk'],
    ['restore', pathOf('backups'), '--backup', 'nope'],
    ['backup'],
    ['doctor'],
  ];
  for (const words of failing) {
    const { code, output } = await commandIn(place, ...words);
    const left = existsSync(dirname(place.dataDir));
    expect({ words, output, failed: code === 1 || code === 3, left }).toEqual({
      words,
      output,
      failed: true,
      left: false,
    });
  }
  // A folder without backups stays unchanged, too.
  expect(await readdir(pathOf('backups'))).toEqual([]);
  const setup = ['setup', '--admin-email', 'ada@example.com', '--admin-password-file'];
  expect((await commandIn(place, ...setup, await secretFile('short'))).code).toBe(1);
  expect(existsSync(dirname(place.dataDir))).toBe(false);
  expect((await commandIn(place, ...setup, await secretFile('correct horse battery'))).code).toBe(0);
  // An existing data directory stays, whatever fails.
  expect((await commandIn(place, 'user', 'promote', 'bob@example.com')).code).toBe(3);
  expect((await commandIn(place, 'doctor')).code).toBe(0);
});
