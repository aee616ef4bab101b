/**
 * Lists the files that a browser loads before the Files screen shows its first rows, from the manifest of the
 * build. The journey `first-load` compares it with the files that Chromium really loads.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The budget of a first visit to Files: bytes of JavaScript, gzip. A kB is 1,000 bytes. */
export const budget = 140_000;

/** The page, the screen that the address chooses, and what these fetch on their own before the first paint. */
export const firstLoadRoots = ['index.html', 'src/screens/files.screen.tsx'] as const;

/** An entry of Vite's manifest, by its source's path. */
export interface ManifestChunk {
  readonly file: string;
  readonly imports?: readonly string[];
}
export type Manifest = Readonly<Record<string, ManifestChunk>>;

export interface LoadedScript {
  readonly file: string;
  /** Bytes. */
  readonly size: number;
  /** Bytes after gzip. */
  readonly gzip: number;
}

/**
 * The files that `roots` and all their static imports are in.
 * @throws when a root is not in the manifest
 */
export const filesOf = (manifest: Manifest, roots: readonly string[]): string[] => {
  const seen = new Set<string>();
  const visit = (source: string) => {
    if (seen.has(source)) return;
    const chunk = manifest[source];
    if (chunk === undefined)
      throw new Error(`The build has no chunk for ${source}; scripts/first-load must learn its new name.`);
    seen.add(source);
    chunk.imports?.forEach(visit);
  };
  roots.forEach(visit);
  const files = [...seen].flatMap((source) => manifest[source]?.file ?? []);
  return [...new Set(files)].filter((file) => file.endsWith('.js'));
};

/** The scripts of the first load in the build at `dist`, the largest first. */
export const firstLoad = (dist: string, roots: readonly string[] = firstLoadRoots): LoadedScript[] => {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  return filesOf(manifest, roots)
    .map((file) => {
      const bytes = readFileSync(join(dist, file));
      return { file, size: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
    })
    .sort((a, b) => b.gzip - a.gzip);
};
