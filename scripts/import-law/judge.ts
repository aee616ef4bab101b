/** Judges the source files of a checkout by the import law. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cruise, type ICruiseOptions } from 'dependency-cruiser';
import { type ContentRule, contentRules } from './content-law.ts';
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

/** Judges the text of files; a rule's known breaches are none as long as their number is that of the list. */
const contentBreaches = (root: string, files: readonly string[], rules: readonly ContentRule[]): Breach[] =>
  rules.flatMap(({ name, comment, path, forbids, known = {} }) =>
    [...new Set([...files.filter((file) => path.test(file)), ...Object.keys(known)])].flatMap((file) => {
      const text = files.includes(file) ? readFileSync(join(root, file), 'utf8') : '';
      const found = text.match(forbids)?.length ?? 0;
      const expected = known[file] ?? 0;
      if (found === expected) return [];
      const count = `It has ${found} breaches, content-law.ts lists ${expected}.`;
      return [{ rule: name, from: file, to: file, comment: `${comment} ${count}` }];
    }),
  );

/**
 * Every breach of the import law below `root`.
 *
 * @param root absolute path of a checkout, or of a tree with the same folders
 */
export const checkImportLaw = async (
  root: string,
  { options = {}, rules = contentRules }: { options?: ICruiseOptions; rules?: readonly ContentRule[] } = {},
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

  const breaches = [...imports, ...contentBreaches(root, files, rules), ...unread].sort((a, b) =>
    `${a.from} ${a.rule} ${a.to}` < `${b.from} ${b.rule} ${b.to}` ? -1 : 1,
  );
  return { modules: files.length - unread.length, breaches };
};
