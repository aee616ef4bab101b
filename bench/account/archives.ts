import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SearchResults } from '@holdall/contract/listings';
import { downloadInTwo, verdictsOf } from './archive-programs.ts';
import type { Chapter, Scenario, Stage } from './scenario.ts';
import { archiveFolders, plantArchives } from './seed/archives.ts';

const mebi = 1024 * 1024;
/** Bytes by which the server may grow while it sends an archive, however large that is. */
const growthAtMost = 256 * mebi;
const lookEveryMs = 20;

interface Prepared {
  readonly data: { readonly url: string; readonly entries: number | null };
}

interface Named {
  readonly url: string;
  readonly size: number;
  /** Null where the server does not count them before it begins. */
  readonly entries: number | null;
}

const prepare = async (stage: Stage, name: string): Promise<Named> => {
  const search = await stage.ask('GET', `/api/search?type=folder&query=${encodeURIComponent(name)}`);
  const id = (JSON.parse(search.body) as SearchResults).folders.data[0]?.data.id ?? '';
  const { body } = await stage.ask('POST', '/api/zip', { items: [{ id, type: 'folder' }] });
  const { url, entries } = (JSON.parse(body) as Prepared).data;
  const head = await fetch(stage.origin + url, { method: 'HEAD', headers: { cookie: stage.cookie } });
  return { url, entries, size: Number(head.headers.get('content-length')) };
};

/**
 * Runs work and watches the server's memory.
 *
 * @returns by how many bytes it grew, too; undefined where it is unknown
 */
const watchMemory = async <T>(
  stage: Stage,
  work: () => Promise<T>,
): Promise<T & { readonly growth: number | undefined }> => {
  const before = stage.figures()?.resident;
  let most = before ?? 0;
  const timer = setInterval(() => {
    most = Math.max(most, stage.figures()?.resident ?? 0);
  }, lookEveryMs);
  try {
    const result = await work();
    const growth = before === undefined ? undefined : most - before;
    if (growth !== undefined && growth > growthAtMost)
      throw new Error(`the server grew by ${Math.round(growth / mebi)} MiB`);
    return { ...result, growth };
  } finally {
    clearInterval(timer);
  }
};

const scenarioOf = (stage: Stage, name: string, folder: string): Scenario => {
  const path = join(stage.folder, 'archive.zip');
  let seen: { readonly size: number; readonly entries: number | null; readonly growth: number | undefined };
  return {
    name: `${name}, by curl in two goes`,
    repeats: 'once',
    run: async () => {
      const start = performance.now();
      seen = await watchMemory(stage, async () => {
        const { url, size, entries } = await prepare(stage, folder);
        await downloadInTwo({ url: `${stage.origin}${url}`, cookie: stage.cookie, path, size });
        return { size, entries };
      });
      return { status: 200, body: '', milliseconds: performance.now() - start };
    },
    notes: async () => {
      const { size, entries, growth } = seen;
      const verdicts = await verdictsOf(path, entries);
      await rm(path);
      const memory =
        growth === undefined ? 'is not to be had here' : `grew by ${Math.round(growth / mebi)} MiB`;
      return [
        `${entries ?? 'more than 50,000'} entries, ${Math.round(size / mebi)} MiB; the server’s memory ${memory}`,
        ...verdicts,
      ];
    },
  };
};

/** Very large archives through the real server: what they cost, and whether other programs find them in order. */
export const archives: Chapter = {
  title: 'Very large archives',
  unasked: false,
  plant: plantArchives,
  scenarios: async (stage) => [
    scenarioOf(stage, 'zip of very many files', archiveFolders.many),
    scenarioOf(stage, 'zip of very many bytes', archiveFolders.large),
  ],
};
