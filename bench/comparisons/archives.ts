/** Archives of many files and of a large one, compared with a plain download of as many bytes. */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { verdictsOf } from '../account/archive-programs.ts';
import type { RunningHoldall } from '../servers/holdall.ts';
import { type Answer, ask, createConnection } from '../wire/connection.ts';
import { growthDuring } from '../lib/process-figures.ts';
import { shareOut } from '../wire/load.ts';
import { checkOf, payloadOf } from '../wire/payload.ts';
import { type Comparison, type Entrant, type Group, type Stage, timed } from './comparison.ts';

const kibi = 1024;
const mebi = 1024 * kibi;

interface Archive {
  readonly url: string;
  readonly size: number;
  readonly entries: number;
}

/** Lays out the archive of a folder. */
const prepare = async ({ port, headers }: RunningHoldall, folderId: string): Promise<Archive> => {
  const connection = createConnection(port);
  try {
    const { body } = await ask(
      connection,
      {
        method: 'POST',
        path: '/api/zip',
        headers: { ...headers, 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify({ items: [{ id: folderId, type: 'folder' }] })),
      },
      [201],
    );
    return (JSON.parse(body.toString()) as { data: Archive }).data;
  } finally {
    connection.close();
  }
};

/** Downloads an archive. @throws unless all of it came */
const fetchArchive = async (
  { port, headers }: RunningHoldall,
  { url, size }: Archive,
  sink: (piece: Buffer) => void = () => undefined,
): Promise<Answer> => {
  const connection = createConnection(port);
  try {
    const answer = await ask(connection, { method: 'GET', path: url, headers, sink }, [200]);
    if (answer.bytes !== size) throw new Error(`${answer.bytes} bytes of an archive of ${size} came`);
    return answer;
  } finally {
    connection.close();
  }
};

/** Checks an archive with other programs. @throws where one finds a fault */
const checkArchive = async (stage: Stage, archive: Archive): Promise<void> => {
  const path = join(stage.temporary, 'archive.zip');
  const file = createWriteStream(path);
  await fetchArchive(stage.holdall, archive, (piece) => file.write(Buffer.from(piece)));
  file.end();
  await finished(file);
  await verdictsOf(path, archive.entries);
  await rm(path);
};

const fill = async (stage: Stage) => {
  const { holdall, quick } = stage;
  const large = payloadOf((quick ? 32 : 1024) * mebi, 3);
  const count = quick ? 50 : 1_000;
  const connection = createConnection(holdall.port);
  try {
    const { id: file, parent: largeFolder } = await holdall.putInto(connection, 'zip-large/large', large);
    // Makes the folder, so that the others find it.
    const { parent: manyFolder } = await holdall.putInto(connection, 'zip-many/0', payloadOf(100 * kibi, 0));
    await shareOut({ port: holdall.port, connections: 4, count: count - 1 }, async (other, index) => {
      await holdall.putInto(other, `zip-many/${index + 1}`, payloadOf(100 * kibi, index + 1));
    });
    return { large, count, file, largeFolder, manyFolder };
  } finally {
    connection.close();
  }
};

type Filled = Awaited<ReturnType<typeof fill>>;
const filledStages = new WeakMap<Stage, Promise<Filled>>();
/** All three comparisons are about the same files. */
const filledOf = (stage: Stage): Promise<Filled> => {
  const filled = filledStages.get(stage) ?? fill(stage);
  filledStages.set(stage, filled);
  return filled;
};

const archivesOf = async (stage: Stage) => {
  const { count, large, largeFolder, manyFolder, file } = await filledOf(stage);
  const named = [
    [`zip of ${count} × 100 KiB`, await prepare(stage.holdall, manyFolder)],
    [`zip of ${large.size / mebi} MiB`, await prepare(stage.holdall, largeFolder)],
  ] as const;
  return { named, large, file };
};

const speed = async (stage: Stage): Promise<Comparison> => {
  const { holdall } = stage;
  const { named, large, file } = await archivesOf(stage);
  for (const [, archive] of named) await checkArchive(stage, archive);
  const zips = named.map(([name, archive]): Entrant => ({
    name,
    run: () => timed(holdall.figures, archive.size / mebi, () => fetchArchive(holdall, archive)),
  }));
  const download: Entrant = {
    name: 'download',
    run: async () => {
      const connection = createConnection(holdall.port);
      const check = checkOf(large);
      const score = await timed(holdall.figures, large.size / mebi, () =>
        holdall.read(connection, file, { sink: check.take }),
      );
      connection.close();
      check.end();
      return score;
    },
  };
  const [[many], [much]] = named;
  return {
    name: 'Archives',
    unit: 'MiB/s',
    reference: 'download',
    entrants: [...zips, download],
    targets: [
      { of: many, figure: 'ratio', than: 'download', side: 'at least', limit: 0.5 },
      { of: much, figure: 'ratio', than: 'download', side: 'at least', limit: 0.9 },
    ],
  };
};

const firstByte = async (stage: Stage): Promise<Comparison> => {
  const { named } = await archivesOf(stage);
  return {
    name: 'First byte of an archive',
    unit: 'ms',
    reference: named[1][0],
    entrants: named.map(([name, archive]) => ({
      name,
      run: async () => ({ value: (await fetchArchive(stage.holdall, archive)).firstByteMs }),
    })),
    targets: named.map(([name]) => ({ of: name, figure: 'value', side: 'at most', limit: 10 })),
  };
};

const memory = async (stage: Stage): Promise<Comparison> => {
  const { named } = await archivesOf(stage);
  const { holdall } = stage;
  return {
    name: 'Memory for an archive',
    unit: 'MiB more',
    reference: named[1][0],
    entrants: named.map(([name, archive]) => ({
      name,
      run: async () => ({
        value: await growthDuring(holdall.figures, () => fetchArchive(holdall, archive)),
      }),
    })),
    targets: named.map(([name]) => ({ of: name, figure: 'value', side: 'at most', limit: 64 })),
  };
};

export const archives: Group = { title: 'Zip', comparisons: [speed, firstByte, memory] };
