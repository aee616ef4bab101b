import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { fingerprintOf } from './build.mjs';
import { server, web } from './builds.mjs';

let root = '';
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'holdall-builds-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  write('apps/web/src/main.tsx', 'main');
  write('apps/server/src/main.ts', 'main');
  write('packages/contract/src/files.ts', 'files');
  write('package-lock.json', '{}');
});

test.each([
  ['a source', web, 'apps/web/src/main.tsx'],
  ['a new file', web, 'apps/web/src/more.ts'],
  ['the page', web, 'apps/web/index.html'],
  ['the contract', web, 'packages/contract/src/files.ts'],
  ['the lockfile', web, 'package-lock.json'],
  ['a source', server, 'apps/server/src/main.ts'],
  ['how it is built', server, 'apps/server/build/main.ts'],
  ['the contract', server, 'packages/contract/src/files.ts'],
  ['the lockfile', server, 'package-lock.json'],
])('%s makes a build stale', (_what, build, path) => {
  const before = fingerprintOf(root, build);
  write(path, 'changed');
  expect(fingerprintOf(root, build)).not.toBe(before);
});

test('a removed file makes a build stale', () => {
  write('apps/web/src/old.ts', 'old');
  const before = fingerprintOf(root, web);
  rmSync(join(root, 'apps/web/src/old.ts'));
  expect(fingerprintOf(root, web)).not.toBe(before);
});

test.each([
  ['a test', web, 'apps/web/src/main.test.ts'],
  ['the build itself', web, 'apps/web/dist/index.html'],
  ['the server', web, 'apps/server/src/main.ts'],
  ['a test', server, 'apps/server/src/main.test.ts'],
  ['the build itself', server, 'apps/server/dist/main.cjs'],
  ['the web app', server, 'apps/web/src/main.tsx'],
])('%s does not', (_what, build, path) => {
  const before = fingerprintOf(root, build);
  write(path, 'changed');
  expect(fingerprintOf(root, build)).toBe(before);
});
