/** Judges the source files of a checkout by the import law. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cruise, type ICruiseOptions } from 'dependency-cruiser';
import { contentRules } from './content-law.ts';
import { importRules } from './law.ts';

export interface Breach {
  readonly rule: string;
  readonly from: string;
  /** The module that `from` imports, or `from` itself where the rule is about one file. */
  readonly to: string;
  readonly comment: string;
}

const sourceRoots = ['apps/server/src', 'apps/web/src', 'packages/contract/src'];

const cruiseOptions: ICruiseOptions = {
  // TypeScript 7 has no compiler API that dependency-cruiser could use: with it, nothing is read.
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'node', 'default', 'types'],
    extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
  },
};

const sourceFiles = (root: string): string[] =>
  sourceRoots.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.d)\.tsx?$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  );

/** Judges the text of files. */
const contentBreaches = (root: string, files: readonly string[]): Breach[] =>
  contentRules.flatMap(({ name, comment, path, forbids }) =>
    files
      .filter((file) => path.test(file) && forbids.test(readFileSync(join(root, file), 'utf8')))
      .map((file) => ({ rule: name, from: file, to: file, comment })),
  );

/**
 * Every breach of the import law below `root`.
 *
 * @param root absolute path of a checkout, or of a tree with the same folders
 */
export const checkImportLaw = async (
  root: string,
  { options = {} }: { options?: ICruiseOptions } = {},
): Promise<{ modules: number; breaches: Breach[] }> => {
  const { output } = await cruise(sourceRoots, {
    ...cruiseOptions,
    ...options,
    baseDir: root,
    validate: true,
    ruleSet: importRules,
  });
  if (typeof output === 'string') throw new Error(output);

  const comments = new Map(
    [...(importRules.forbidden ?? []), ...(importRules.required ?? [])].map((rule) => [
      rule.name,
      rule.comment,
    ]),
  );
  const imports = output.summary.violations.map(({ rule, from, to }) => ({
    rule: rule.name,
    from,
    to,
    comment: comments.get(rule.name) ?? '',
  }));

  const files = sourceFiles(root);
  const read = new Set(output.modules.map(({ source }) => source));
  const unread = files
    .filter((file) => !read.has(file))
    .map((file) => ({
      rule: 'every-module-read',
      from: file,
      to: file,
      comment: 'dependency-cruiser has not read it.',
    }));

  const breaches = [...imports, ...contentBreaches(root, files), ...unread].sort((a, b) =>
    `${a.from} ${a.rule} ${a.to}` < `${b.from} ${b.rule} ${b.to}` ? -1 : 1,
  );
  return { modules: files.length - unread.length, breaches };
};
