import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBlobKey } from '#ports/blob-store.ts';
import { openDiskBackupStore } from './backup-store-disk.ts';

test('a file that was migrated to another store after it had been looked up is to be copied', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdall-backups-'));
  const backups = await openDiskBackupStore(folder);
  try {
    expect(await backups?.adopt(createBlobKey(), join(folder, 'gone'))).toBe(false);
  } finally {
    backups?.release();
    await rm(folder, { recursive: true });
  }
});
