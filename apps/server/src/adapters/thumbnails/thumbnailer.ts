import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type DecoderSandbox, openDecoderSandbox } from '#adapters/thumbnails/decoder-sandbox.ts';
import { createWorkerPool } from '#adapters/thumbnails/thumbnail-pool.ts';
import type { Bounds } from '#adapters/thumbnails/thumbnail-process.ts';
import { findTools, methodOf, type Tools, typesWith } from '#adapters/thumbnails/thumbnail-programs.ts';
import { createSemaphore } from '#lib/concurrency/semaphore.ts';
import {
  type Pictures,
  type Shape,
  type Thumbnailer,
  type ThumbnailSource,
  UnpicturableError,
} from '#ports/thumbnailer.ts';
import { maxCopiedBytes, maxImageBytes, maxPdfBytes, maxSvgBytes } from './worker/bounds.ts';
import type { Made, Method, Programs } from './worker/protocol.ts';

const beginnings = { webp: /^RIFF.{4}WEBP/s, png: /^\x89PNG\r\n\x1a\n/, jpeg: /^\xff\xd8\xff/ } as const;
/** Far more than any picture of its size takes. */
const maxPictureBytes = 16 * 1024 * 1024;

/** The process and the sender have bounds of their own. */
const never = new AbortController().signal;

const largest: Readonly<Record<Method, number>> = {
  raster: maxImageBytes,
  heif: maxImageBytes,
  svg: maxSvgBytes,
  pdf: maxPdfBytes,
  video: Number.MAX_SAFE_INTEGER,
};

export interface ThumbnailerOptions {
  /** Processes at most; 0 makes no pictures. */
  readonly workers: number;
  /** A folder for temporary files: its content is removed on first use. */
  readonly folder: string;
  /** Folders that programs are looked for in, as the environment's PATH. */
  readonly searchPath: string;
  /** Instead of the usual ones. */
  readonly bounds?: Bounds;
}

export interface ProcessThumbnailer extends Thumbnailer {
  /** The processes that there are now. */
  readonly pids: () => number[];
}

/** Validates the answer of a worker, which has decoded an untrusted file. */
const proven = (bytes: Uint8Array | undefined, format: Shape['format']): Uint8Array => {
  const head = Buffer.from((bytes ?? new Uint8Array()).subarray(0, 12)).toString('latin1');
  if (bytes === undefined || !beginnings[format].test(head) || bytes.length > maxPictureBytes)
    throw new UnpicturableError('The worker answered no picture.');
  return bytes;
};

const picturesOf = ({ width, height, images, sizes }: Made): Pictures => {
  const pictures = images.map((bytes) => ({ bytes: proven(bytes, 'webp') }));
  const at = (index: number) => {
    const picture = pictures[index];
    if (picture === undefined) throw new UnpicturableError('The worker answered too few pictures.');
    return picture;
  };
  return {
    width,
    height,
    sizes: { xs: at(sizes.xs), sm: at(sizes.sm), md: at(sizes.md), lg: at(sizes.lg) },
  };
};

/** Copies bytes into a new file of `folder`. @returns its path */
const copyTo = async (
  folder: string,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<string> => {
  const path = join(folder, 'source');
  // A piece's memory is reused when the next one is requested, and a stream reads ahead.
  const copies = Readable.from(
    (async function* () {
      for await (const piece of bytes) yield Buffer.from(piece);
    })(),
  );
  await pipeline(copies, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
  return path;
};

/** A file of this machine that holds the source's bytes: its own, or a copy in `folder`. */
const localFile = async (source: ThumbnailSource, folder: string, signal: AbortSignal): Promise<string> => {
  if (source.path !== undefined) return source.path;
  if (source.size > maxCopiedBytes) throw new UnpicturableError('The file is too large to be copied.');
  const bytes = await source.open();
  try {
    return await copyTo(folder, bytes, signal);
  } finally {
    await bytes.close();
  }
};

/** Makes thumbnails in separate processes, started on demand and ended when idle. */
export const createProcessThumbnailer = ({
  workers,
  folder,
  searchPath,
  bounds = {},
}: ThumbnailerOptions): ProcessThumbnailer => {
  let tools: Tools | undefined;
  const toolsOf = (): Tools => (tools ??= findTools(searchPath));
  const programsOf = (): Programs => {
    const { ffmpeg, ffprobe, heifConvert, prlimit } = toolsOf();
    return { ffmpeg, ffprobe, heifConvert, prlimit };
  };
  const place = createSemaphore(Math.max(1, workers));
  /** A slot of its own for images that a person waits for. */
  const counter = createSemaphore(1);

  /** Removes files that a killed server has left. */
  const prepare = async (): Promise<void> => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
  };
  let prepared: Promise<void> | undefined;
  const prepareOnce = (): Promise<void> =>
    (prepared ??= prepare().catch((error: unknown) => {
      prepared = undefined;
      throw error;
    }));
  let sandbox: Promise<DecoderSandbox> | undefined;
  const sandboxOf = (): Promise<DecoderSandbox> =>
    (sandbox ??= prepareOnce()
      .then(() => openDecoderSandbox(toolsOf(), folder))
      .catch((error: unknown) => {
        sandbox = undefined;
        throw error;
      }));
  const pool = createWorkerPool({ sandbox: sandboxOf, folder, bounds });
  /** Work with a folder of its own, which is removed after it. */
  const inFolder = async <T>(work: (own: string) => Promise<T>): Promise<T> => {
    await prepareOnce();
    const own = await mkdtemp(join(folder, 'file-'));
    try {
      return await work(own);
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  };

  return {
    concurrency: workers,
    pids: () => pool.pids(),
    types: async () => (workers === 0 ? [] : typesWith(toolsOf())),
    make: async (source, signal) => {
      const method = methodOf(source.type, toolsOf());
      if (method === undefined) throw new UnpicturableError(`Pictures of ${source.type} are not made here.`);
      if (source.size === 0) throw new UnpicturableError('The file is empty.');
      if (source.size > largest[method]) throw new UnpicturableError('The file is too large.');
      return place(() =>
        inFolder(async (own) => {
          const path = await localFile(source, own, signal);
          const made = await pool.ask({ method, path, programs: programsOf() }, signal);
          return picturesOf(made);
        }),
      );
    },
    shape: async ({ type, bytes }, requestShapes) => {
      if (methodOf(type, {}) !== 'raster') throw new UnpicturableError(`Nothing is shaped of ${type}.`);
      // The upload is complete before it takes a slot: a slow sender delays no one.
      return inFolder(async (own) => {
        const path = await copyTo(own, bytes, never);
        const shapeRequest = await requestShapes();
        const request = { method: 'raster', shapeRequest, path, programs: {} } as const;
        const { images } = await counter(() => pool.ask(request, never));
        return shapeRequest.shapes.map(({ format }, index) => proven(images[index], format));
      });
    },
    confinement: async () => (await sandboxOf()).confinement,
    close: async () => {
      await pool.close();
      prepared = undefined;
    },
  };
};
