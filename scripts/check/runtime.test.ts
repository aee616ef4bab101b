import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runtimeFaults } from './runtime.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'holdall-runtime-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const sums = {
  version: '1.2.3',
  packages: {
    'node-here': {
      program: 'bin/node',
      program_sha256: createHash('sha256').update('the released program').digest('hex'),
    },
    'node-elsewhere': { program: 'bin/node', program_sha256: '0'.repeat(64) },
  },
};
const wanted = { 'node-here': '1.2.3', 'node-elsewhere': '1.2.3' };
const install = (bytes: string): void => {
  mkdirSync(join(root, 'node_modules/node-here/bin'), { recursive: true });
  writeFileSync(join(root, 'node_modules/node-here/bin/node'), bytes);
};

test('the released program is sound; packages of other platforms need not be there', async () => {
  install('the released program');
  expect(await runtimeFaults(root, sums, wanted)).toEqual([]);
});

test('another program is named', async () => {
  install('another program');
  expect(await runtimeFaults(root, sums, wanted)).toEqual([
    expect.stringMatching(/node-here\/bin\/node is not the Node 1\.2\.3/) as string,
  ]);
});

test('a version or a package without checksums is refused, and so is none at all', async () => {
  install('the released program');
  expect(await runtimeFaults(root, sums, { ...wanted, 'node-here': '1.2.4' })).toHaveLength(1);
  expect(await runtimeFaults(root, sums, { 'node-new': '1.2.3' })).toHaveLength(1);
  rmSync(join(root, 'node_modules'), { recursive: true });
  expect(await runtimeFaults(root, sums, wanted)).toHaveLength(1);
});
