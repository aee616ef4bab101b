import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ThumbnailSize, thumbnailSizes } from '@holdall/contract/files';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProcessThumbnailer, ThumbnailerOptions } from '#adapters/thumbnails/thumbnailer.ts';
import { type Pictures, UnpicturableError } from '#ports/thumbnailer.ts';
import { eventually } from '#testing/eventually.ts';
import * as hostile from '#testing/hostile-files.ts';
import { animation, colourAt, fourFields, heic, pdf, photo, video } from '#testing/media-files.ts';
import { createTestThumbnailer } from '#testing/test-thumbnailer.ts';
import { peakDuring } from '#testing/peak-memory.ts';

// Programs are started, which takes time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** Set by `npm test` where a machine cannot have the programs; it says so loudly, and fails in CI. */
const hasPrograms = process.env['HOLDALL_TEST_WITHOUT_MEDIA_PROGRAMS'] === undefined;
const mebi = 1024 * 1024;

let folder: string;
let thumbnailer: ProcessThumbnailer;
const open = (options: Partial<ThumbnailerOptions> = {}): ProcessThumbnailer => {
  thumbnailer = createTestThumbnailer({ folder: join(folder, 'work'), ...options });
  return thumbnailer;
};
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdall-thumbnails-'));
  open();
});
afterEach(async () => {
  await thumbnailer.close();
  await rm(folder, { recursive: true });
});

const never = new AbortController().signal;
const make = async (type: string, bytes: Uint8Array, signal = never): Promise<Pictures> => {
  const path = join(folder, 'source');
  await writeFile(path, bytes);
  return thumbnailer.make(
    { type, size: bytes.length, path, open: () => Promise.reject(new Error('it has a path')) },
    signal,
  );
};
/** Files below a folder, by their names. */
const filesIn = async (path: string): Promise<string[]> =>
  (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => name);
const extents = async (pictures: Pictures): Promise<Record<string, string>> => {
  const found: Record<string, string> = {};
  for (const [size, { bytes }] of Object.entries(pictures.sizes)) {
    const { format, width, height } = await sharp(bytes).metadata();
    found[size] = `${format} ${width}x${height}`;
  }
  return found;
};
/** Colours in the middle of the four quarters, row by row. */
const quarters = async ({ sizes }: Pictures, size: ThumbnailSize = 'sm'): Promise<string[]> => {
  const { bytes } = sizes[size];
  const { width, height } = await sharp(bytes).metadata();
  const at = (x: number, y: number) => colourAt(bytes, Math.floor(width * x), Math.floor(height * y));
  return Promise.all([at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)]);
};
const upright = ['f00', '0f0', '00f', 'fff'];

describe('pictures', () => {
  it('come in four sizes, never larger than the original', async () => {
    const pictures = await make('image/png', await fourFields(2000, 1000).png().toBuffer());
    expect(pictures).toMatchObject({ width: 2000, height: 1000 });
    expect(await extents(pictures)).toEqual({
      xs: 'webp 64x32',
      sm: 'webp 256x128',
      md: 'webp 512x256',
      lg: 'webp 1600x800',
    });
    const small = await make('image/png', await fourFields(100, 80).png().toBuffer());
    expect(await extents(small)).toEqual({
      xs: 'webp 64x51',
      sm: 'webp 100x80',
      md: 'webp 100x80',
      lg: 'webp 100x80',
    });
    expect(small.sizes.lg).toBe(small.sizes.sm);
  });

  it.each(['jpeg', 'png', 'webp', 'avif', 'gif', 'tiff'] as const)('are made of %s', async (format) => {
    const bytes = await fourFields(400, 300).toFormat(format, { quality: 95 }).toBuffer();
    const pictures = await make(`image/${format}`, bytes);
    expect(pictures).toMatchObject({ width: 400, height: 300 });
    expect(await quarters(pictures)).toEqual(upright);
  });

  it.each([
    [1, [300, 200], upright],
    [3, [300, 200], ['fff', '00f', '0f0', 'f00']],
    [6, [200, 300], ['00f', 'f00', 'fff', '0f0']],
    [8, [200, 300], ['0f0', 'fff', 'f00', '00f']],
  ])('of a photo with orientation %i are upright', async (orientation, extent, colours) => {
    const pictures = await make('image/jpeg', await photo(orientation));
    expect([pictures.width, pictures.height]).toEqual(extent);
    expect(await quarters(pictures)).toEqual(colours);
  });

  it('contain neither the location nor the author of a photo', async () => {
    const original = await photo(6);
    expect(original.includes('Secret Author')).toBe(true);
    expect((await sharp(original).metadata()).exif).toBeDefined();
    const { sizes } = await make('image/jpeg', original);
    for (const size of Object.keys(thumbnailSizes) as ThumbnailSize[]) {
      const bytes = Buffer.from(sizes[size].bytes);
      const { exif, icc, iptc, xmp, orientation } = await sharp(bytes).metadata();
      expect({ exif, icc, iptc, xmp, orientation }).toEqual({});
      for (const trace of ['EXIF', 'Exif', 'GPS', 'XMP ', 'ICCP', 'Secret', '3230'])
        expect(bytes.includes(trace)).toBe(false);
    }
  });

  it('convert the colours of a wide profile for screens', async () => {
    const wide = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#00c000' } })
      .withIccProfile('p3')
      .png()
      .toBuffer();
    const { sizes } = await make('image/png', wide);
    const { data } = await sharp(sizes.xs.bytes).raw().toBuffer({ resolveWithObject: true });
    const reference = await sharp(wide).toColourspace('srgb').raw().toBuffer();
    for (const channel of [0, 1, 2])
      expect(Math.abs((data[channel] ?? 0) - (reference[channel] ?? 0))).toBeLessThan(6);
  });

  it.each(['gif', 'webp'] as const)('of an animated %s show its first frame', async (format) => {
    const pictures = await make(`image/${format}`, await animation(format, ['#ff0000', '#0000ff']));
    expect(pictures).toMatchObject({ width: 80, height: 40 });
    expect(await colourAt(pictures.sizes.sm.bytes, 40, 20)).toBe('f00');
  });

  it('of a document show its first page on white', async () => {
    const pictures = await make('application/pdf', pdf());
    expect(pictures).toMatchObject({ width: null, height: null });
    expect((await extents(pictures))['lg']).toBe('webp 800x1600');
    expect(await colourAt(pictures.sizes.md.bytes, 100, 100)).toBe('fff');
    expect(await colourAt(pictures.sizes.md.bytes, 100, 400)).toBe('f00');
  });

  it('are made of bytes in another store, whose temporary copy is removed', async () => {
    const bytes = await fourFields(300, 200).png().toBuffer();
    const pieces = async function* () {
      // The memory of a piece is used again, as stores do.
      const piece = Buffer.alloc(1000);
      for (let start = 0; start < bytes.length; start += piece.length)
        yield piece.subarray(0, bytes.copy(piece, 0, start));
    };
    const source = { ...pieces(), close: vi.fn(async () => undefined) };
    const pictures = await thumbnailer.make(
      {
        type: 'image/png',
        size: bytes.length,
        path: undefined,
        open: async () => Object.assign(pieces(), { close: source.close }),
      },
      never,
    );
    expect(await quarters(pictures)).toEqual(upright);
    expect(source.close).toHaveBeenCalled();
    expect(await filesIn(join(folder, 'work'))).toEqual([]);
  });

  describe.skipIf(!hasPrograms)('by other programs', () => {
    it.each(['mp4', 'webm'] as const)('of a video in %s show its frame after a tenth', async (container) => {
      const pictures = await make(`video/${container}`, await video(folder, container));
      expect(pictures).toMatchObject({ width: 320, height: 180 });
      expect(await colourAt(pictures.sizes.sm.bytes, 100, 50)).toBe('0f0');
    });

    it('of a rotated video are upright', async () => {
      expect(await make('video/mp4', await video(folder, 'mp4', true))).toMatchObject({
        width: 180,
        height: 320,
      });
    });

    it('of a HEIC show the image', async () => {
      const pictures = await make(
        'image/heic',
        await heic(folder, await fourFields(400, 300).jpeg().toBuffer()),
      );
      expect(pictures).toMatchObject({ width: 400, height: 300 });
      expect(await quarters(pictures)).toEqual(upright);
      expect(await filesIn(join(folder, 'work'))).toEqual([]);
    });

    it('of a playlist disguised as a video do not exist: its references are not read', async () => {
      const other = join(folder, 'other.mp4');
      await writeFile(other, await video(folder, 'mp4'));
      await expect(make('video/mp4', hostile.playlist(other))).rejects.toThrow(/decoder ended/);
    });

    it('of a broken video do not exist', async () => {
      const whole = await video(folder, 'mp4');
      await expect(make('video/mp4', whole.subarray(0, 900))).rejects.toThrow(/decoder ended/);
    });
  });

  it('of a type without its program are not offered', async () => {
    const types = await open({ searchPath: '/nowhere' }).types();
    expect(types).toContain('image/jpeg');
    expect(types.filter((type) => /^video|hei[cf]/.test(type))).toEqual([]);
    await expect(make('video/mp4', Buffer.from('x'))).rejects.toThrow(/not made here/);
    // Thumbnails also work without the programs that bound a process.
    await make('image/png', await fourFields(50, 50).png().toBuffer());
  });
});

describe('a hostile file', () => {
  const refused: readonly (readonly [string, string, () => Buffer | Promise<Buffer>])[] = [
    ['a PNG of 50,000 × 50,000 pixels', 'image/png', () => hostile.hugePng(50_000)],
    ['a GIF of 65,535 × 65,535 pixels', 'image/gif', hostile.hugeGif],
    ['half a JPEG', 'image/jpeg', hostile.truncatedJpeg],
    ['HTML that poses as a PNG', 'image/png', hostile.html],
    ['an SVG that poses as a PNG', 'image/png', hostile.svgWithScript],
    ['a PDF that poses as a JPEG', 'image/jpeg', () => pdf()],
    ['a JPEG that poses as a PDF', 'application/pdf', () => photo(1)],
    ['an SVG of 100,000 × 100,000 pixels', 'image/svg+xml', hostile.svgOfHugeExtent],
    ['an SVG of a billion laughs', 'image/svg+xml', hostile.svgOfManyLaughs],
    ['a locked PDF', 'application/pdf', hostile.lockedPdf],
    ['half a PDF', 'application/pdf', () => pdf().subarray(0, 60)],
    ['an empty file', 'image/png', () => Buffer.alloc(0)],
    ['noise', 'image/webp', () => Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8 nonsense', 'latin1')],
  ];
  it.each(refused)(
    '%s has no picture, takes little memory and causes no harm',
    async (_name, type, bytes) => {
      const file = await bytes();
      const before = process.memoryUsage().rss;
      const peak = await peakDuring(
        () => thumbnailer.pids(),
        () => expect(make(type, file)).rejects.toMatchObject({ name: 'UnpicturableError' }),
      );
      expect(peak).toBeLessThan(256 * mebi);
      expect(process.memoryUsage().rss - before).toBeLessThan(100 * mebi);
      expect(await make('image/png', await fourFields(50, 50).png().toBuffer())).toMatchObject({ width: 50 });
    },
  );

  const shown: readonly (readonly [string, string, () => Buffer | Promise<Buffer>])[] = [
    ['a PNG whose comment unfolds to 1 GB', 'image/png', hostile.pngWithSwollenText],
    ['a GIF of 200,000 frames', 'image/gif', () => hostile.gifOfFrames(200_000)],
    ['a PDF with scripts', 'application/pdf', hostile.pdfWithScript],
    ['a PDF with a page like a thread', 'application/pdf', hostile.pdfOfThinPage],
  ];
  it.each(shown)('%s takes little memory, with or without a picture', async (_name, type, bytes) => {
    const file = await bytes();
    const peak = await peakDuring(
      () => thumbnailer.pids(),
      async () => {
        const outcome = await make(type, file).then(
          () => 'shown',
          (error: unknown) => (error instanceof UnpicturableError ? 'refused' : error),
        );
        expect(outcome).toMatch(/^(shown|refused)$/);
      },
    );
    expect(peak).toBeLessThan(300 * mebi);
  });

  it('of 99 million pixels stays within the bounds of memory', async () => {
    const file = await hostile.hugePng(9_900);
    const peak = await peakDuring(
      () => thumbnailer.pids(),
      () => make('image/png', file),
    );
    expect(peak).toBeLessThan(512 * mebi);
  });

  it('an SVG runs nothing, reads nothing and fetches nothing', async () => {
    let asked = 0;
    const listener = createServer((_request, answer) => {
      asked += 1;
      answer.end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => listener.once('listening', resolve));
    const { port } = listener.address() as AddressInfo;
    await writeFile(
      join(folder, 'secret.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100" fill="#ff0000"/></svg>',
    );
    await writeFile(join(folder, 'secret.png'), await fourFields(200, 100).png().toBuffer());
    const drawings = [
      hostile.svgWithScript(),
      hostile.svgWithImage(`http://127.0.0.1:${port}/x.png`),
      hostile.svgWithImage(`file://${folder}/secret.png`),
      hostile.svgWithImage('secret.png'),
      hostile.svgWithInclusion(`${folder}/secret.svg`),
    ];
    for (const drawing of drawings) {
      const pictures = await make('image/svg+xml', drawing);
      expect(await quarters(pictures)).toEqual(['0f0', '0f0', '0f0', '0f0']);
    }
    const text = await make('image/svg+xml', hostile.svgWithEntity('/etc/hostname')).then(
      (pictures) => quarters(pictures),
      () => [],
    );
    expect(text.filter((colour) => colour !== '0f0')).toEqual([]);
    expect(asked).toBe(0);
    await new Promise((resolve) => listener.close(resolve));
  });

  it('that takes too long ends with its process, and the next one succeeds', async () => {
    const bounds = { milliseconds: 5_000 };
    open({ bounds });
    await expect(make('image/svg+xml', hostile.svgThatTakesLong())).rejects.toThrow('It took too long.');
    expect(thumbnailer.pids()).toEqual([]);
    // A new process starts, which takes time on a busy machine.
    bounds.milliseconds = 45_000;
    await make('image/png', await fourFields(50, 50).png().toBuffer());
  });

  it('that takes too much memory ends with its process', async () => {
    open({ bounds: { bytes: 100 * mebi } });
    const file = await fourFields(9_000, 9_000).png({ progressive: true, compressionLevel: 1 }).toBuffer();
    await expect(make('image/png', file)).rejects.toThrow('It took too much memory.');
    expect(thumbnailer.pids()).toEqual([]);
  });
});

describe('processes', () => {
  it('start with the first file, are reused, and end when the pool is closed', async () => {
    expect(thumbnailer.pids()).toEqual([]);
    const file = await fourFields(50, 50).png().toBuffer();
    await make('image/png', file);
    const [pid] = thumbnailer.pids();
    await make('image/png', file);
    expect(thumbnailer.pids()).toEqual([pid]);
    expect(existsSync(`/proc/${pid}`)).toBe(true);
    await thumbnailer.close();
    expect(existsSync(`/proc/${pid}`)).toBe(false);
  });

  it('have the lowest priority, and no access to the server’s environment', async () => {
    vi.stubEnv('HOLDALL_DATABASE_URL', 'postgres://secret');
    await make('image/png', await fourFields(50, 50).png().toBuffer());
    const [pid = 0] = thumbnailer.pids();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    expect(stat[16]).toBe('19');
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toMatch(/HOLDALL|secret/);
  });

  it('of an aborted file end', async () => {
    const abort = new AbortController();
    const making = make('image/svg+xml', hostile.svgThatTakesLong(), abort.signal);
    await eventually(() => expect(thumbnailer.pids()).toHaveLength(1));
    abort.abort(new Error('not any more'));
    await expect(making).rejects.toThrow('not any more');
    expect(thumbnailer.pids()).toEqual([]);
  });

  it('that are killed from outside do not count as the file’s fault', async () => {
    const making = make('image/svg+xml', hostile.svgThatTakesLong());
    await eventually(() => expect(thumbnailer.pids()).toHaveLength(1));
    process.kill(thumbnailer.pids()[0] ?? 0, 'SIGKILL');
    await expect(making).rejects.toMatchObject({ name: 'Error', message: /ended with SIGKILL/ });
    await make('image/png', await fourFields(50, 50).png().toBuffer());
  });

  it('are as many as allowed, and no more', async () => {
    open({ workers: 2 });
    const file = await fourFields(400, 400).png().toBuffer();
    const making = Promise.all(Array.from({ length: 6 }, () => make('image/png', file)));
    await eventually(() => expect(thumbnailer.pids()).toHaveLength(2));
    await making;
    expect(thumbnailer.pids().length).toBeLessThanOrEqual(2);
  });
});
