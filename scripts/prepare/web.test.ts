import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { webFingerprint } from './web.mjs';

let root = '';
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'holdall-web-'));
  write('apps/web/src/main.tsx', 'main');
  write('packages/contract/src/files.ts', 'files');
  write('package-lock.json', '{}');
});

test.each([
  ['a source of the web app', 'apps/web/src/main.tsx'],
  ['a new file', 'apps/web/src/more.ts'],
  ['the page', 'apps/web/index.html'],
  ['the contract', 'packages/contract/src/files.ts'],
  ['the lockfile', 'package-lock.json'],
])('%s makes the build stale', (_what, path) => {
  const before = webFingerprint(root);
  write(path, 'changed');
  expect(webFingerprint(root)).not.toBe(before);
});

test('a removed file makes the build stale', () => {
  write('apps/web/src/old.ts', 'old');
  const before = webFingerprint(root);
  rmSync(join(root, 'apps/web/src/old.ts'));
  expect(webFingerprint(root)).not.toBe(before);
});

test.each([
  ['a test', 'apps/web/src/main.test.ts'],
  ['the build itself', 'apps/web/dist/index.html'],
  ['the server', 'apps/server/src/main.ts'],
])('%s does not', (_what, path) => {
  const before = webFingerprint(root);
  write(path, 'changed');
  expect(webFingerprint(root)).toBe(before);
});
