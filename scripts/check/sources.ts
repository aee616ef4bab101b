/**
 * Part of `npm run check`: rules that no linter of one language checks. Files stay short, rules are not
 * disabled by comments, and nothing of the author's machine is published.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

const longest = 400;
const isCode = /\.(?:[cm]?[jt]sx?|css|html|sh)$/;
const isText = /\.(?:[cm]?[jt]sx?|css|html|sh|md|json|ya?ml|txt|svg|sql)$|(?:^|\/)[^./]+$|(?:^|\/)\.[^/]+$/;

const suppressions =
  /(?:oxlint|eslint)-(?:disable|enable)|@ts-(?:ignore|nocheck|expect-error)|(?:oxfmt|prettier)-ignore/;
/** This file contains the words that it searches for. */
const isExempt = (path: string): boolean =>
  path === 'scripts/check/sources.ts' || path.startsWith('scripts/check/sources.');

/**
 * Tells whether a text names something of this machine; a path only where it begins: other texts may contain
 * the same names.
 */
const names = (text: string, words: string): boolean =>
  words.startsWith('/')
    ? text.split(words).some((before, index, parts) => index < parts.length - 1 && !/[\w.}-]$/.test(before))
    : text.includes(words);

/** Tells whether a text only makes sense on one machine. `own` are texts of the machine that runs the check. */
export const isMachineText = (text: string, own: readonly string[]): boolean =>
  own.some((words) => words.length > 3 && names(text, words)) ||
  /(?:^|[\s"'`(=:])(?:\/(?:home|Users)\/[a-z]\w*|\/(?:work|root))\/|[A-Z]:\\Users\\/.test(text);

export interface Fault {
  readonly line: number;
  readonly says: string;
}

/** The faults of one file. `own` as in `isMachineText`. */
export const sourceFaults = (path: string, text: string, own: readonly string[]): Fault[] => {
  const lines = text.split('\n');
  const faults: Fault[] = [];
  if (isCode.test(path) && lines.length - 1 > longest)
    faults.push({ line: longest, says: `has ${lines.length - 1} lines; past ${longest} a file is two` });
  lines.forEach((content, index) => {
    if (isCode.test(path) && suppressions.test(content))
      faults.push({ line: index + 1, says: 'switches a check off; mend what it found instead' });
    if (isMachineText(content, own))
      faults.push({ line: index + 1, says: 'names a path or host of one machine' });
  });
  return faults;
};

const registryHost = (): string => {
  const registry = process.env['npm_config_registry'] ?? '';
  const host = URL.canParse(registry) ? new URL(registry).host : '';
  return host === 'registry.npmjs.org' ? '' : host;
};

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '../..');
  const own = [`${root}/`, `${homedir()}/`, registryHost()];
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  const files = tracked.filter(
    (path) => isText.test(path) && !isExempt(path) && existsSync(join(root, path)),
  );
  for (const path of files) {
    for (const { line, says } of sourceFaults(path, readFileSync(join(root, path), 'utf8'), own)) {
      console.log(`${path}:${line} ${says}`);
      process.exitCode = 1;
    }
  }
  if (files.length === 0) throw new Error('git lists no files: nothing was checked.');
  console.log(`${files.length} files`);
}
