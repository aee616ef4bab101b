/** Folders of few and of very many files, looked at whole. */
import { ask, createConnection } from '../wire/connection.ts';
import { shareOut } from '../wire/load.ts';
import type { Filled } from '../servers/server-under-test.ts';
import { type Comparison, type Group, type Stage, timed } from './comparison.ts';

const names = ['few', 'many', 'very-many'] as const;
type Name = (typeof names)[number];

const counts: Record<'full' | 'quick', Record<Name, number>> = {
  full: { few: 50, many: 10_000, 'very-many': 100_000 },
  quick: { few: 50, many: 1_000, 'very-many': 3_000 },
};

/** Listings of each folder in a round, so that a round takes long enough to be measured. */
const times: typeof counts = {
  full: { few: 3_000, many: 10, 'very-many': 2 },
  quick: { few: 200, many: 4, 'very-many': 2 },
};

/** The folders that all contestants have from the beginning. */
export const filledFolders = (quick: boolean): Filled[] =>
  names.map((name) => ({ name, count: counts[quick ? 'quick' : 'full'][name] }));

const folderOf = ({ filled }: Stage, name: Name): Filled => {
  const folder = filled.find((one) => one.name === name);
  if (folder === undefined) throw new Error(`there is no folder ${name}`);
  return folder;
};

const listing =
  (name: Name, { connections, limit }: { readonly connections: number; readonly limit: number }) =>
  async (stage: Stage): Promise<Comparison> => {
    const folder = folderOf(stage, name);
    const few = name === 'few';
    const count = times[stage.quick ? 'quick' : 'full'][name];
    const over = `, ${connections} connection${connections === 1 ? '' : 's'}`;
    return {
      name: few ? `Listing of ${folder.count}${over}` : `Listing of ${folder.count}, all pages`,
      unit: few ? '/s' : 'entries/s',
      reference: 'nginx',
      entrants: stage.named.flatMap(({ name: entrant, running }) => {
        const { list } = running;
        if (list === undefined) return [];
        const run = () =>
          timed(running.figures, few ? count : count * folder.count, () =>
            shareOut({ port: running.port, connections, count }, async (connection) => {
              await list(connection, folder);
            }),
          );
        return [{ name: entrant, run }];
      }),
      targets: [{ of: 'Holdall', figure: 'ratio', than: 'nginx', side: 'at least', limit }],
    };
  };

const gzipBytes = async (stage: Stage): Promise<Comparison> => {
  const { port, headers, idOf } = stage.holdall;
  const pageSize = 500;
  const path = `/api/browse/folders/${idOf('many')}?limit=${pageSize}`;
  const run = async () => {
    const connection = createConnection(port);
    try {
      const sent = { ...headers, 'accept-encoding': 'gzip' };
      const { bytes, header } = await ask(connection, { method: 'GET', path, headers: sent }, [200]);
      if (header('content-encoding') !== 'gzip') throw new Error('the listing came uncompressed');
      return { value: bytes / pageSize };
    } finally {
      connection.close();
    }
  };
  return {
    name: 'Bytes of an entry, compressed',
    unit: 'bytes',
    reference: 'Holdall',
    entrants: [{ name: 'Holdall', run }],
    targets: [{ of: 'Holdall', figure: 'value', side: 'at most', limit: 150 }],
    rounds: 1,
  };
};

export const folders: Group = {
  title: 'Folders',
  withOthers: true,
  comparisons: [
    listing('few', { connections: 8, limit: 0.4 }),
    listing('many', { connections: 1, limit: 0.5 }),
    listing('very-many', { connections: 1, limit: 0.5 }),
    gzipBytes,
  ],
};
