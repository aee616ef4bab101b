/** Judges every import of a checkout by the import law. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { breachesOf, rules } from './law.ts';
import { type Import, readModuleGraph, sourceFiles } from './module-graph.ts';

export interface Breach {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
  readonly says: string;
}

/** Rules that need more than one import statement to judge. */
const wholeGraphRules = {
  'no-cycles': 'no module reaches itself through its imports, type-only ones included',
  resolves: 'every import leads to a file or an installed package',
  'every-module-read': 'the check has parsed every source file that there is',
  'services-build-no-queries':
    'only a repo selects, inserts, updates or deletes; a service, a task or a part may open a transaction',
} as const;

/** Names of all rules, for a test that each of them can be broken. */
export const ruleNames: readonly string[] = [
  ...rules.map(({ name }) => name),
  ...Object.keys(wholeGraphRules),
];

const buildsQuery =
  /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto|withRecursive)\(|\bsql`/;
const mustNotQuery =
  /\/features\/[^/]+\/(?:[a-z0-9-]+|.+\.(?:service|task|routes|policy|rules|present))\.ts$/;

/**
 * Every breach of the import law below `root`.
 * @param root absolute path of a checkout
 */
export const checkImportLaw = async (root: string): Promise<{ modules: number; breaches: Breach[] }> => {
  const graph = await readModuleGraph(root);
  const found = new Map<string, Breach>();
  const report = (rule: string, says: string, { from, to }: Pick<Import, 'from' | 'to'>) =>
    found.set(`${rule} ${from} ${to}`, { rule, says, from, to });
  const reportWhole = (rule: keyof typeof wholeGraphRules, edge: Pick<Import, 'from' | 'to'>) =>
    report(rule, wholeGraphRules[rule], edge);

  const itself = graph.modules.map((path): Import => ({
    from: path,
    to: path,
    kind: 'file',
    typeOnly: false,
  }));
  for (const edge of [...graph.imports, ...itself])
    for (const { name, says } of breachesOf(edge)) report(name, says, edge);
  for (const edge of graph.cyclic) reportWhole('no-cycles', edge);
  for (const edge of graph.unresolved) reportWhole('resolves', edge);

  const read = new Set(graph.modules);
  for (const path of sourceFiles(root)) {
    if (!read.has(path)) reportWhole('every-module-read', { from: path, to: path });
    if (mustNotQuery.test(path) && buildsQuery.test(readFileSync(join(root, path), 'utf8')))
      reportWhole('services-build-no-queries', { from: path, to: path });
  }
  const breaches = [...found.values()].sort((a, b) =>
    `${a.rule}${a.from}`.localeCompare(`${b.rule}${b.from}`),
  );
  return { modules: graph.modules.length, breaches };
};
