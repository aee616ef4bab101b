import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderIdentity } from '#adapters/disk/folder-identity.ts';

test('a folder has an identity that its copy does not share', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdall-place-'));
  const copy = `${folder}-copy`;
  const moved = `${folder}-moved`;
  writeFileSync(join(folder, 'node-id'), 'name');
  const place = folderIdentity(folder);
  expect(place).toMatch(/^[0-9a-f]{32}$/);
  cpSync(folder, copy, { recursive: true });
  expect(folderIdentity(copy)).not.toBe(place);
  renameSync(folder, moved);
  expect(folderIdentity(moved)).toBe(place);
  for (const path of [copy, moved]) rmSync(path, { recursive: true });
});
