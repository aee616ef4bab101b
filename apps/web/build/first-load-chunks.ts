import { resolve } from 'node:path';

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importers: readonly string[]; readonly code: string | null } | null;
}

/** The roots of what a first visit to Files loads, and the script that each one's modules go into. */
const roots: ReadonlyMap<string, string> = new Map([
  ['src/main.tsx', 'app'],
  ['src/screens/files.screen.tsx', 'files'],
]);

const iconPath = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.mjs$/;
const iconIndex = /\/lucide-react\/dist\/esm\/lucide-react\.mjs$/;

/** Members of the first load's libraries that only other pages use: they are split off. */
const beyond = /\/(?:infiniteQueryObserver|useInfiniteQuery|mutationObserver|useMutation)\.js$/;

/** Returns the importers of a module. The index of all icons imports each icon, so its users count instead. */
const importersOf = (id: string, graph: ModuleGraph): readonly string[] => {
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  const icon = iconPath.exec(id)?.[1];
  const index = importers.find((importer) => iconIndex.test(importer));
  if (icon === undefined || index === undefined) return importers;
  const lines = graph.getModuleInfo(index)?.code?.split('\n') ?? [];
  const exported = lines.find((line) => line.endsWith(`'./icons/${icon}.mjs';`)) ?? '';
  const names = new RegExp(
    `\\b(?:${Array.from(exported.matchAll(/as (\w+)/g), ([, name]) => name).join('|')})\\b`,
  );
  const users = graph.getModuleInfo(index)?.importers ?? [];
  return users.filter((user) => names.test(graph.getModuleInfo(user)?.code ?? ''));
};

/**
 * Puts what a first visit to Files needs into two scripts instead of some fifty: one for every page, one for the
 * listing. Together they compress far better than by themselves (9 kB of 150). All the rest is split as it is imported.
 * @param root folder of the web application.
 */
export const firstLoadChunks = (root: string) => {
  const chunkOf = new Map([...roots].map(([path, chunk]) => [resolve(root, path), chunk]));
  const known = new Map<string, string | null>();
  /** The first of the roots that imports a module statically, by whatever way. */
  const find = (id: string, graph: ModuleGraph): string | null => {
    // The roots stay scripts of their own, which the page and the router name.
    if (chunkOf.has(id) || beyond.test(id)) return null;
    const seen = new Set([id]);
    const found = new Set<string>();
    for (const module of seen) {
      const chunk = chunkOf.get(module);
      if (chunk !== undefined) found.add(chunk);
      for (const importer of importersOf(module, graph)) seen.add(importer);
    }
    return [...roots.values()].find((chunk) => found.has(chunk)) ?? null;
  };
  return {
    groups: [
      {
        name: (id: string, graph: ModuleGraph): string | null => {
          if (!known.has(id)) known.set(id, find(id, graph));
          return known.get(id) ?? null;
        },
      },
    ],
  };
};
