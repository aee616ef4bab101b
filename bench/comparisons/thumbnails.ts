/** Thumbnails of photos, compared with sharp alone; and listings while they are made. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Browse } from '@holdall/contract/files';
import sharp from 'sharp';
import type { RunningHoldall } from '../servers/holdall.ts';
import { quantile } from '../lib/statistics.ts';
import { ask, type Connection, createConnection } from '../wire/connection.ts';
import { type Comparison, type Group, type Stage, timed } from './comparison.ts';

const run = promisify(execFile);
/** Milliseconds. */
const lookEvery = 20;

/** 12 megapixels with grain, as a camera makes them. */
const makePhotos = async (folder: string, count: number): Promise<string[]> => {
  const paths = [];
  for (let index = 0; index < count; index += 1) {
    const path = join(folder, `photo-${index}.jpg`);
    const noise = { type: 'gaussian', mean: 110 + (index % 20), sigma: 40 } as const;
    const small = await sharp({
      create: { width: 1_000, height: 750, channels: 3, background: '#000', noise },
    })
      .png()
      .toBuffer();
    await sharp(small).resize(4_000, 3_000).jpeg({ quality: 85 }).toFile(path);
    paths.push(path);
  }
  return paths;
};

const listFolder = async (
  { headers }: RunningHoldall,
  connection: Connection,
  folder: string,
): Promise<{ readonly listing: Browse; readonly milliseconds: number }> => {
  const path = `/api/browse/folders/${folder}?limit=50`;
  const { body, milliseconds } = await ask(connection, { method: 'GET', path, headers }, [200]);
  return { listing: JSON.parse(body.toString()) as Browse, milliseconds };
};

/**
 * Uploads photos and polls their folder until each has thumbnails.
 *
 * @returns durations of the polls in milliseconds
 */
const showAll = async (
  holdall: RunningHoldall,
  name: string,
  photos: readonly Buffer[],
): Promise<number[]> => {
  const [uploads, looks] = [createConnection(holdall.port), createConnection(holdall.port)];
  try {
    let folder = '';
    for (const [index, photo] of photos.entries())
      ({ parent: folder } = await holdall.putInto(uploads, `${name}/${index}.jpg`, photo));
    const waits = [];
    // Polls like a page that receives an event for each thumbnail, so that polling does not dominate the
    // measurement.
    for (;;) {
      await delay(lookEvery);
      const { listing, milliseconds } = await listFolder(holdall, looks, folder);
      waits.push(milliseconds);
      const shown = listing.files.data.filter(({ data }) => data.attributes.thumbnail !== null);
      if (shown.length === photos.length) return waits;
    }
  } finally {
    uploads.close();
    looks.close();
  }
};

const quietLooks = async (holdall: RunningHoldall, count: number): Promise<number[]> => {
  const connection = createConnection(holdall.port);
  const waits = [];
  for (let index = 0; index < count; index += 1)
    waits.push((await listFolder(holdall, connection, holdall.idOf('few'))).milliseconds);
  connection.close();
  return waits;
};

/** Bytes that no round has had before: equal files share their pictures. */
const unlike = (photo: Buffer, round: number, index: number): Buffer =>
  Buffer.concat([photo, Buffer.from(`${round} ${index}`)]);

const pictures = async (stage: Stage): Promise<Comparison> => {
  const { holdall, quick } = stage;
  const paths = await makePhotos(stage.temporary, quick ? 2 : 40);
  const photos = paths.map((path) => readFileSync(path));
  const script = join(import.meta.dirname, 'sharp-baseline.ts');
  const sharpAlone = (...options: string[]) =>
    timed(
      () => undefined,
      paths.length,
      () => run(process.execPath, [script, ...options, ...paths]),
    );
  return {
    name: 'Pictures of 12-megapixel photos',
    unit: '/s',
    reference: 'sharp alone',
    entrants: [
      {
        name: 'Holdall',
        run: (round) =>
          timed(holdall.figures, paths.length, () =>
            showAll(
              holdall,
              `photos-${round + 1}`,
              photos.map((photo, index) => unlike(photo, round, index)),
            ),
          ),
      },
      { name: 'sharp alone', run: () => sharpAlone() },
      { name: 'sharp, all four sizes', run: () => sharpAlone('--all-sizes') },
    ],
    targets: ['sharp alone', 'sharp, all four sizes'].map((than) => ({
      of: 'Holdall',
      figure: 'ratio',
      than,
      side: 'at least',
      limit: 0.8,
    })),
    rounds: quick ? 1 : 3,
    warmUp: !quick,
  };
};

const meanwhile = async (stage: Stage): Promise<Comparison> => {
  const { holdall, temporary, quick } = stage;
  const photos = Array.from({ length: quick ? 2 : 40 }, (_, index) =>
    readFileSync(join(temporary, `photo-${index}.jpg`)),
  );
  return {
    name: 'Listing (p95) while pictures are made',
    unit: 'ms',
    reference: 'quiet',
    entrants: [
      {
        name: 'meanwhile',
        run: async (round) => {
          const own = photos.map((photo, index) => unlike(photo, 1_000 + round, index));
          return { value: quantile(await showAll(holdall, `again-${round + 1}`, own), 0.95) };
        },
      },
      {
        name: 'quiet',
        run: async () => ({ value: quantile(await quietLooks(holdall, quick ? 100 : 300), 0.95) }),
      },
    ],
    targets: [{ of: 'meanwhile', figure: 'ratio', than: 'quiet', side: 'at most', limit: 2 }],
    rounds: quick ? 1 : 3,
    warmUp: !quick,
  };
};

export const thumbnails: Group = { title: 'Thumbnails', comparisons: [pictures, meanwhile] };
