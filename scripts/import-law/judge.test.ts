import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkImportLaw, ruleNames } from './judge.ts';

const fixture = join(import.meta.dirname, '..', 'import-law.fixture');

/** Reads the breach that each file of a fixture tree declares in its first line. */
const confessions = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      const [, rules] = /^\/\/ breaks: (.+)\n/.exec(readFileSync(path, 'utf8')) ?? [];
      return (rules?.split(', ') ?? []).map((rule) => `${relative(root, path)} breaks ${rule}`);
    })
    .sort();

describe('the import law', () => {
  test('names the rule of every breach in a broken tree, and nothing else', async () => {
    const { breaches } = await checkImportLaw(join(fixture, 'broken'));
    const reported = new Set(breaches.map(({ from, rule }) => `${from} breaks ${rule}`));
    expect([...reported].sort()).toEqual(confessions(join(fixture, 'broken')));
  });

  test.each(ruleNames)('the broken tree breaks %s', (rule) => {
    const broken = confessions(join(fixture, 'broken')).filter((line) => line.endsWith(` breaks ${rule}`));
    expect(broken).not.toEqual([]);
  });
});
