/** Reads the module graph of a checkout with dependency-cruiser. */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';

/** One import statement's edge. Paths are relative to the checkout, with forward slashes. */
export interface Import {
  readonly from: string;
  /** The file imported; for packages and Node's modules what the statement names. */
  readonly to: string;
  readonly kind: 'file' | 'package' | 'node';
  /** `import type`: gone at run time, and still knowledge of the other module. */
  readonly typeOnly: boolean;
}

export interface ModuleGraph {
  readonly imports: readonly Import[];
  /** Files that were parsed. */
  readonly modules: readonly string[];
  /** Statements whose target cannot be found. */
  readonly unresolved: readonly Import[];
  /** Every import that takes part in a cycle. */
  readonly cyclic: readonly Import[];
}

const sourceRoots = ['apps/server/src', 'apps/web/src', 'packages/contract/src'];
const isSource = /(?<!\.d)\.tsx?$/;

/** The source files below a checkout's source folders, as the file system has them. */
export const sourceFiles = (root: string): string[] =>
  sourceRoots.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && isSource.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  );

type Dependency = ICruiseResult['modules'][number]['dependencies'][number];

const toImport = (from: string, dependency: Dependency): Import => {
  const types: readonly string[] = dependency.dependencyTypes;
  const isNode = types.includes('core');
  const isPackage =
    dependency.resolved.includes('node_modules/') || types.some((type) => type.startsWith('npm'));
  const kind = isNode ? 'node' : isPackage ? 'package' : 'file';
  return {
    from,
    to: kind === 'file' ? dependency.resolved.replace(/^(\.\.\/)+/, '') : dependency.module,
    kind,
    typeOnly: types.includes('type-only'),
  };
};

/**
 * Reads every module of the apps and packages below `root`.
 * @param root absolute path of a checkout, or of a tree with the same folders
 */
export const readModuleGraph = async (root: string): Promise<ModuleGraph> => {
  const { output } = await cruise(sourceRoots, {
    baseDir: root,
    // TypeScript 7 has no compiler API that dependency-cruiser could use: with it, nothing is read.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(apps|packages)/.*/(dist|coverage)/' },
    validate: true,
    ruleSet: { forbidden: [{ name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } }] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  });
  if (typeof output === 'string') throw new Error(output);
  const own = output.modules.filter(
    ({ source }) => isSource.test(source) && !source.includes('node_modules/'),
  );
  const edges = own.flatMap(({ source, dependencies }) =>
    dependencies.map((dependency) => ({ dependency, edge: toImport(source, dependency) })),
  );
  const outside = /^(\.\.\/)/;
  return {
    modules: own.map(({ source }) => source).filter((source) => !outside.test(source)),
    imports: edges
      .filter(({ dependency }) => !dependency.couldNotResolve)
      .map(({ edge }) => edge)
      .filter(({ from }) => !outside.test(from)),
    unresolved: edges.filter(({ dependency }) => dependency.couldNotResolve).map(({ edge }) => edge),
    cyclic: edges.filter(({ dependency }) => dependency.circular).map(({ edge }) => edge),
  };
};
