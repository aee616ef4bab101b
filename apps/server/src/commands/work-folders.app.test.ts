import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { lockFolder } from '#adapters/disk/folder-lock.ts';
import { createKeyPair, withFiles } from '#testing/backup-commands.ts';
import { eventually } from '#testing/eventually.ts';
import { answerOf, commandIn, type Place, useMaintenance } from '#testing/maintenance-commands.ts';

vi.setConfig({ testTimeout: 240_000 });

const { newPlace, pathOf } = useMaintenance();

/** Has the data directory look as a backup leaves it that was killed. @returns the folder with its rows */
const leaveFolder = async ({ dataDir }: Place, id: string): Promise<string> => {
  const folder = join(dataDir, `backup-${id}.partial`);
  await mkdir(folder);
  await writeFile(join(folder, 'database.sqlite'), 'rows');
  return folder;
};

const encryptedBackup = async (): Promise<string[]> => {
  const root = pathOf('backups');
  await mkdir(dirname(root), { recursive: true });
  const { recipient } = await createKeyPair(await newPlace('elsewhere'), dirname(root));
  return ['backup', root, '--recipient', recipient];
};

test('the next backup removes what killed ones have left, and nothing that one under way uses', () =>
  withFiles(['a'], async (place) => {
    const [left, used] = [
      await leaveFolder(place, '0123456789abcdef'),
      await leaveFolder(place, 'fedcba9876543210'),
    ];
    const others = ['backup-0123456789abcde.partial', 'backup-0123456789abcdef.partial2', 'backups.partial'];
    for (const name of others) await mkdir(join(place.dataDir, name));
    const release = lockFolder(join(place.dataDir, 'backup-fedcba9876543210.lock'));
    expect((await commandIn(place, 'backup', pathOf('plain'))).code).toBe(0);
    expect(existsSync(left)).toBe(false);
    expect(await readdir(used)).toEqual(['database.sqlite']);
    release?.();
    expect((await commandIn(place, 'backup', pathOf('plain'))).code).toBe(0);
    expect(existsSync(used)).toBe(false);
    expect((await readdir(place.dataDir)).filter((name) => name.includes('.partial')).toSorted()).toEqual(
      others.toSorted(),
    );
  }));

test('a server removes what killed backups have left', () =>
  withFiles([], async (place) => {
    const left = await leaveFolder(place, '0123456789abcdef');
    await place.services.sweep();
    expect(existsSync(left)).toBe(false);
  }));

test('a backup waits for who removes what an earlier one has left in its folder', () =>
  withFiles(['a'], async (place) => {
    const words = await encryptedBackup();
    await answerOf(place, ...words);
    const lock =
      (await readdir(place.dataDir)).find((name) => /^backup-[0-9a-f]{16}\.lock$/.test(name)) ?? '';
    const release = lockFolder(join(place.dataDir, lock));
    expect(release).toBeDefined();
    const making = answerOf(place, ...words);
    await eventually(async () => expect(await readdir(join(words[1] ?? '', 'snapshots'))).toHaveLength(2));
    expect((await readdir(place.dataDir)).filter((name) => name.endsWith('.partial'))).toEqual([]);
    release?.();
    expect(await making).toMatchObject({ code: 0 });
  }));
