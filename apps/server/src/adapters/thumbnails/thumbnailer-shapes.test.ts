import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProcessThumbnailer } from '#adapters/thumbnails/thumbnailer.ts';
import { type Shape, TooManyPixelsError, UnpicturableError } from '#ports/thumbnailer.ts';
import * as hostile from '#testing/hostile-files.ts';
import { colourAt, fourFields } from '#testing/media-files.ts';
import { peakDuring } from '#testing/peak-memory.ts';
import { createTestThumbnailer } from '#testing/test-thumbnailer.ts';

// Programs are started, which takes time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const mebi = 1024 * 1024;

let folder: string;
let thumbnailer: ProcessThumbnailer;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdall-shapes-'));
  thumbnailer = createTestThumbnailer({ folder: join(folder, 'work') });
});
afterEach(async () => {
  await thumbnailer.close();
  await rm(folder, { recursive: true });
});

describe('shapes', () => {
  const sent = (type: string, bytes: Uint8Array) => ({
    type,
    bytes: (async function* () {
      yield bytes;
    })(),
  });
  const square = { fit: 'square', width: 48, height: 48, format: 'webp' } as const;
  const requestShapes =
    (...shapes: Shape[]) =>
    async () => ({ shapes, maxPixels: 50_000_000 });

  it('are made where thumbnails are switched off', async () => {
    await thumbnailer.close();
    thumbnailer = createTestThumbnailer({ folder: join(folder, 'work'), workers: 0 });
    const image = await fourFields(100, 80).png().toBuffer();
    const wide = { fit: 'padded', width: 64, height: 64, format: 'png' } as const;
    const [small, icon] = await thumbnailer.shape(sent('image/png', image), requestShapes(square, wide));
    const { width, height } = await sharp(small).metadata();
    expect([width, height]).toEqual([48, 48]);
    const { data, info } = await sharp(icon).raw().toBuffer({ resolveWithObject: true });
    // The margin beside a padded image is transparent.
    expect([info.width, info.height, data[3]]).toEqual([64, 64, 0]);
    expect(await thumbnailer.types()).toEqual([]);
  });

  it('are never larger than the image, and have a white background where the format has no transparency', async () => {
    const clear = await sharp({
      create: { width: 20, height: 30, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const cover = { fit: 'cover', width: 120, height: 63, format: 'jpeg' } as const;
    const [small, large] = await thumbnailer.shape(sent('image/png', clear), requestShapes(square, cover));
    expect((await sharp(small).metadata()).width).toBe(20);
    expect([(await sharp(large).metadata()).format, await colourAt(large ?? clear, 60, 30)]).toEqual([
      'jpeg',
      'fff',
    ]);
  });

  it('that may be cropped keep the whole image within the visible circle, on white', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const image = await sharp({ create: { width: 40, height: 40, channels: 4, background: clear } })
      .composite([
        { input: await fourFields(20, 40).png().toBuffer(), left: 0, top: 0 },
        { input: await fourFields(10, 40).png().toBuffer(), left: 30, top: 0 },
      ])
      .png()
      .toBuffer();
    const cut = { fit: 'maskable', width: 100, height: 100, format: 'png' } as const;
    const [home] = await thumbnailer.shape(sent('image/png', image), requestShapes(cut));
    const { data, info } = await sharp(home).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([100, 100, 3]);
    const isWhite = (x: number, y: number): boolean =>
      [0, 1, 2].every((channel) => data[(y * 100 + x) * 3 + channel] === 255);
    const drawn = Array.from({ length: 10_000 }, (_, at) => ({
      x: at % 100,
      y: Math.floor(at / 100),
    })).filter(({ x, y }) => !isWhite(x, y));
    expect(drawn.length).toBeGreaterThan(800);
    expect(Math.max(...drawn.map(({ x, y }) => Math.hypot(x - 49.5, y - 49.5)))).toBeLessThanOrEqual(40);
    // Transparent parts of the image are white, too.
    expect(isWhite(58, 50)).toBe(true);
  });

  it('do not wait for a slow thumbnail', async () => {
    const stop = new AbortController();
    const slow = thumbnailer.make(
      {
        type: 'image/png',
        size: 1,
        path: undefined,
        open: () =>
          new Promise((_resolve, reject) =>
            stop.signal.addEventListener('abort', () => reject(new Error('stopped'))),
          ),
      },
      new AbortController().signal,
    );
    const image = await fourFields(60, 60).png().toBuffer();
    expect(await thumbnailer.shape(sent('image/png', image), requestShapes(square))).toHaveLength(1);
    stop.abort();
    await expect(slow).rejects.toThrow('stopped');
  });

  it('are refused for files that are no allowed image, and for too many pixels before decoding', async () => {
    await expect(
      thumbnailer.shape(sent('image/svg+xml', hostile.svgWithScript()), requestShapes(square)),
    ).rejects.toThrow(UnpicturableError);
    const huge = await hostile.hugePng(9_000);
    const most = await peakDuring(
      () => thumbnailer.pids(),
      async () => {
        await expect(thumbnailer.shape(sent('image/png', huge), requestShapes(square))).rejects.toThrow(
          TooManyPixelsError,
        );
      },
    );
    expect(most).toBeLessThan(200 * mebi);
  });
});
