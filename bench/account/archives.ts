import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SearchResults } from '@holdall/contract/listings';
import { growthDuring } from '../lib/process-figures.ts';
import { downloadInTwo, verdictsOf } from './archive-programs.ts';
import type { Chapter, Scenario, Stage } from './scenario.ts';
import { archiveFolders, plantArchives } from './seed/archives.ts';

const mebi = 1024 * 1024;
/** MiB by which the server may grow while it sends an archive, however large that is. */
const growthAtMost = 256;

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

const scenarioOf = (stage: Stage, name: string, folder: string): Scenario => {
  const path = join(stage.folder, 'archive.zip');
  let seen = { size: 0, entries: null as number | null, growth: Number.NaN };
  return {
    name: `${name}, by curl in two goes`,
    repeats: 'once',
    run: async () => {
      const start = performance.now();
      const growth = await growthDuring(stage.figures, async () => {
        const { url, ...archive } = await prepare(stage, folder);
        seen = { ...seen, ...archive };
        await downloadInTwo({
          url: `${stage.origin}${url}`,
          cookie: stage.cookie,
          path,
          size: archive.size,
        });
      });
      if (growth > growthAtMost) throw new Error(`the server grew by ${Math.round(growth)} MiB`);
      seen = { ...seen, growth };
      return { status: 200, body: '', milliseconds: performance.now() - start };
    },
    notes: async () => {
      const { size, entries, growth } = seen;
      const verdicts = await verdictsOf(path, entries);
      await rm(path);
      const memory = Number.isNaN(growth) ? 'is not to be had here' : `grew by ${Math.round(growth)} MiB`;
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
