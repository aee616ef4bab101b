/** Files that go up and come down. */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { batchLimits } from '@holdall/contract/upload-batch.limits';
import { createRandom } from '../account/seed/random.ts';
import { type Connection, createConnection } from '../wire/connection.ts';
import { growthDuring } from '../lib/process-figures.ts';
import { shareOut } from '../wire/load.ts';
import { checkOf, partOf, type Payload, payloadOf } from '../wire/payload.ts';
import type { Running } from '../servers/server-under-test.ts';
import { type Comparison, type Entrant, type Group, type Named, type Stage, timed } from './comparison.ts';

const run = promisify(execFile);
const kibi = 1024;
const mebi = 1024 * kibi;
const smallSize = 10 * kibi;

const largeSizeOf = ({ quick }: Stage): number => (quick ? 32 : 1024) * mebi;
const sizeName = ({ quick }: Stage): string => (quick ? '32 MiB' : '1 GiB');

/** Unwritten bytes of one entrant would be written in the time of the next. */
const settleDisk = () => run('sync');

const withConnection = async <T>(
  { port }: Running,
  work: (connection: Connection) => Promise<T>,
): Promise<T> => {
  const connection = createConnection(port);
  try {
    return await work(connection);
  } finally {
    connection.close();
  }
};

/** Reads a file and compares each byte. */
const readChecked = async (
  { read }: Running,
  connection: Connection,
  { file, payload, range }: { file: string; payload: Payload; range?: { from: number; length: number } },
): Promise<void> => {
  const check = checkOf(range === undefined ? payload : partOf(payload, range));
  await read(connection, file, { sink: check.take, ...(range === undefined ? {} : { range }) });
  check.end();
};

const uploadLarge = async (stage: Stage): Promise<Comparison> => {
  const size = largeSizeOf(stage);
  const entrant = ({ name, running }: Named): Entrant => ({
    name,
    run: async (round) => {
      const payload = payloadOf(size, round + 2);
      await settleDisk();
      return withConnection(running, async (connection) => {
        let file = '';
        const score = await timed(running.figures, size / mebi, async () => {
          file = await running.put(connection, `large ${round + 1}`.replace(' ', '-'), payload);
        });
        if (round < 0) await readChecked(running, connection, { file, payload });
        await running.remove(connection, file);
        return score;
      });
    },
  });
  const path = join(stage.temporary, 'dd');
  const dd: Entrant = {
    name: 'dd, fsync',
    run: async () => {
      await settleDisk();
      const args = ['if=/dev/zero', `of=${path}`, 'bs=1M', `count=${size / mebi}`, 'conv=fsync'];
      const score = await timed(
        () => undefined,
        size / mebi,
        () => run('dd', args),
      );
      await rm(path);
      return score;
    },
  };
  return {
    name: `Upload of ${sizeName(stage)}`,
    unit: 'MiB/s',
    reference: 'nginx',
    entrants: [...stage.named.map(entrant), dd],
    targets: [
      { of: 'Holdall', figure: 'ratio', than: 'bare-fsync', side: 'at least', limit: 0.9 },
      { of: 'Holdall', figure: 'ratio', than: 'Apache', side: 'at least', limit: 1.2 },
      { of: 'Holdall', figure: 'ratio', than: '@tus/server', side: 'at least', limit: 2 },
      { of: 'Holdall', figure: 'cpu', side: 'at most', limit: (3 * size) / (1024 * mebi) },
    ],
  };
};

/** That memory does not follow a file's size: the first upload after the start would count what every server needs. */
const memoryForLarge = async (stage: Stage): Promise<Comparison> => {
  const { holdall } = stage;
  const size = largeSizeOf(stage);
  const run = (round: number) =>
    withConnection(holdall, async (connection) => {
      let file = '';
      const value = await growthDuring(holdall.figures, async () => {
        file = await holdall.put(connection, `flat-${round + 1}`, payloadOf(size, round + 2));
      });
      await holdall.remove(connection, file);
      return { value };
    });
  return {
    name: `Memory for an upload of ${sizeName(stage)}`,
    unit: 'MiB more',
    reference: 'Holdall',
    entrants: [{ name: 'Holdall', run }],
    targets: [{ of: 'Holdall', figure: 'value', side: 'at most', limit: 64 }],
    rounds: 2,
  };
};

/** Stores a large file on each server, for the downloads. */
const keepLarge = async (stage: Stage, named: readonly Named[]) => {
  const payload = payloadOf(largeSizeOf(stage), 1);
  const files = new Map<string, string>();
  for (const { name, running } of named)
    await withConnection(running, async (connection) => {
      files.set(name, await running.put(connection, 'kept', payload));
    });
  return {
    payload,
    fileOf: (name: string): string => files.get(name) ?? '',
    clean: async () => {
      for (const { name, running } of named)
        await withConnection(running, (connection) => running.remove(connection, files.get(name) ?? ''));
    },
  };
};

const downloadLarge = async (stage: Stage): Promise<Comparison> => {
  const { payload, fileOf, clean } = await keepLarge(stage, stage.named);
  await settleDisk();
  return {
    name: `Download of ${sizeName(stage)}`,
    unit: 'MiB/s',
    reference: 'nginx',
    entrants: stage.named.map(({ name, running }) => ({
      name,
      run: () =>
        withConnection(running, (connection) =>
          timed(running.figures, payload.size / mebi, () =>
            readChecked(running, connection, { file: fileOf(name), payload }),
          ),
        ),
    })),
    targets: [{ of: 'Holdall', figure: 'ratio', than: 'nginx', side: 'at least', limit: 0.8 }],
    clean,
  };
};

const ranges = async (stage: Stage): Promise<Comparison> => {
  const able = stage.named.filter(({ running }) => running.hasRanges);
  const { payload, fileOf, clean } = await keepLarge(stage, able);
  const count = stage.quick ? 50 : 1_000;
  const length = mebi;
  await settleDisk();
  return {
    name: `Ranges of 1 MiB, 4 connections`,
    unit: '/s',
    reference: 'nginx',
    entrants: able.map(({ name, running }) => ({
      name,
      run: (round) => {
        // The same ones for each.
        const random = createRandom(round + 2);
        const starts = Array.from({ length: count }, () => random.below(payload.size - length));
        return timed(running.figures, count, () =>
          shareOut({ port: running.port, connections: 4, count }, (connection, index) =>
            readChecked(running, connection, {
              file: fileOf(name),
              payload,
              range: { from: starts[index] ?? 0, length },
            }),
          ),
        );
      },
    })),
    targets: [{ of: 'Holdall', figure: 'ratio', than: 'nginx', side: 'at least', limit: 0.55 }],
    clean,
  };
};

/** Names of many kinds: some ask for thumbnails. */
const endings = ['.jpg', '.txt', '.pdf', '.bin', '.png', '.md', '.docx', '.json'] as const;
const endingOf = (index: number): string => endings[index % endings.length] ?? '';

const uploadSmall =
  (connections: number, prefix = 'small') =>
  async (stage: Stage): Promise<Comparison> => {
    const count = stage.quick ? 50 : 1_000;
    const entrant = ({ name, running }: Named): Entrant => ({
      name,
      run: async (round) => {
        await settleDisk();
        const files: string[] = [];
        const score = await timed(running.figures, count, () =>
          shareOut({ port: running.port, connections, count }, async (connection, index) => {
            const name_ = `${prefix}-${connections}-${round + 1}-${index}${endingOf(index)}`;
            files[index] = await running.put(connection, name_, payloadOf(smallSize, index));
          }),
        );
        await shareOut({ port: running.port, connections: 4, count }, (connection, index) =>
          readChecked(running, connection, {
            file: files[index] ?? '',
            payload: payloadOf(smallSize, index),
          }),
        );
        return score;
      },
    });
    return {
      name: `Upload of ${count} × 10 KiB, ${connections} connection${connections === 1 ? '' : 's'}`,
      unit: '/s',
      reference: 'nginx',
      entrants: stage.named.map(entrant),
      targets:
        connections === 1
          ? []
          : [
              { of: 'Holdall', figure: 'ratio', than: 'bare-fsync', side: 'at least', limit: 0.5 },
              { of: 'Holdall', figure: 'ratio', than: '@tus/server', side: 'at least', limit: 1.2 },
            ],
    };
  };

/** The same files in few requests, beside single ones on one connection. */
const uploadBatches = async (stage: Stage): Promise<Comparison> => {
  const count = stage.quick ? 50 : 1_000;
  const { holdall } = stage;
  const inBatches: Entrant = {
    name: 'Holdall',
    run: async (round) => {
      await settleDisk();
      const files = Array.from({ length: count }, (_, index) => ({
        name: `batched-${round + 1}-${index}${endingOf(index)}`,
        payload: payloadOf(smallSize, index),
      }));
      const ids: string[] = [];
      const score = await withConnection(holdall, (connection) =>
        timed(holdall.figures, count, async () => {
          for (let at = 0; at < count; at += batchLimits.records)
            ids.push(...(await holdall.putBatch(connection, files.slice(at, at + batchLimits.records))));
        }),
      );
      await shareOut({ port: holdall.port, connections: 4, count }, (connection, index) =>
        readChecked(holdall, connection, { file: ids[index] ?? '', payload: payloadOf(smallSize, index) }),
      );
      return score;
    },
  };
  const single = await uploadSmall(1, 'single')(stage);
  const others = single.entrants.map((entrant) =>
    entrant.name === 'Holdall' ? { ...entrant, name: 'Holdall, one by one' } : entrant,
  );
  return {
    ...single,
    name: `Upload of ${count} × 10 KiB in batches`,
    entrants: [inBatches, ...others],
    targets: [{ of: 'Holdall', figure: 'ratio', than: 'nginx', side: 'at least', limit: 3 }],
  };
};

const downloadSmall =
  (connections: number) =>
  async (stage: Stage): Promise<Comparison> => {
    const count = stage.quick ? 50 : 1_000;
    const files = new Map<string, string[]>();
    for (const { name, running } of stage.named) {
      const own: string[] = [];
      await shareOut({ port: running.port, connections: 4, count }, async (connection, index) => {
        own[index] = await running.put(
          connection,
          `read-${connections}-${index}`,
          payloadOf(smallSize, index),
        );
      });
      files.set(name, own);
    }
    return {
      name: `Download of ${count} × 10 KiB, ${connections} connection${connections === 1 ? '' : 's'}`,
      unit: '/s',
      reference: 'nginx',
      entrants: stage.named.map(({ name, running }) => ({
        name,
        run: () =>
          timed(running.figures, count, () =>
            shareOut({ port: running.port, connections, count }, (connection, index) =>
              readChecked(running, connection, {
                file: files.get(name)?.[index] ?? '',
                payload: payloadOf(smallSize, index),
              }),
            ),
          ),
      })),
      targets: [],
    };
  };

export const transfers: Group = {
  title: 'Transfers',
  withOthers: true,
  comparisons: [
    uploadLarge,
    memoryForLarge,
    downloadLarge,
    ranges,
    uploadSmall(1),
    uploadSmall(4),
    uploadBatches,
    downloadSmall(1),
    downloadSmall(4),
  ],
};
