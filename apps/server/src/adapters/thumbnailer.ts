import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Bounds, startWorker, type WorkerProcess } from '#adapters/thumbnail-process.ts';
import { findTools, methodOf, type Tools, typesWith } from '#adapters/thumbnail-programs.ts';
import { createSemaphore } from '#lib/semaphore.ts';
import {
  type Pictures,
  type Thumbnailer,
  type ThumbnailSource,
  UnpicturableError,
} from '#ports/thumbnailer.ts';
import { maxCopiedBytes, maxImageBytes, maxPdfBytes, maxSvgBytes } from './thumbnail-worker/bounds.ts';
import type { Made, Method } from './thumbnail-worker/protocol.ts';

/** An idle process is ended after so long: its memory is worth more than its start. */
const idleMs = 15_000;
/** Files after which a process is replaced by a fresh one. */
const filesPerProcess = 200;
const webp = /^RIFF.{4}WEBP/s;
/** Far more than any picture of its size takes. */
const maxPictureBytes = 16 * 1024 * 1024;

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
  /** A folder of its own for temporary files: what lies in it is removed at the first use. */
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

interface Pooled {
  readonly worker: WorkerProcess;
  files: number;
  idle: NodeJS.Timeout | undefined;
}

/** What a worker answers is not believed blindly: it has worked on a stranger's file. */
const picturesOf = ({ width, height, images, sizes }: Made): Pictures => {
  const pictures = images.map((bytes) => {
    const isPicture = webp.test(Buffer.from(bytes.subarray(0, 12)).toString('latin1'));
    if (!isPicture || bytes.length > maxPictureBytes)
      throw new UnpicturableError('The worker answered no picture.');
    return { bytes };
  });
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

/** A file of this machine that holds the source's bytes: its own, or a copy in `folder`. */
const localFile = async (source: ThumbnailSource, folder: string, signal: AbortSignal): Promise<string> => {
  if (source.path !== undefined) return source.path;
  if (source.size > maxCopiedBytes) throw new UnpicturableError('The file is too large to be copied.');
  const path = join(folder, 'source');
  const bytes = await source.open();
  try {
    // A piece's memory is used again as soon as the next one is asked for, and a stream asks ahead.
    const copies = Readable.from(
      (async function* () {
        for await (const piece of bytes) yield Buffer.from(piece);
      })(),
    );
    await pipeline(copies, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
  } finally {
    await bytes.close();
  }
  return path;
};

/** Thumbnails by processes of their own, started when there is work and ended when there is none. */
export const createProcessThumbnailer = ({
  workers,
  folder,
  searchPath,
  bounds = {},
}: ThumbnailerOptions): ProcessThumbnailer => {
  let tools: Tools | undefined;
  const toolsOf = (): Tools => (tools ??= findTools(searchPath));
  const place = createSemaphore(Math.max(1, workers));
  const idle: Pooled[] = [];
  const all = new Set<Pooled>();
  let prepared: Promise<void> | undefined;

  const drop = async (pooled: Pooled): Promise<void> => {
    clearTimeout(pooled.idle);
    const index = idle.indexOf(pooled);
    if (index !== -1) idle.splice(index, 1);
    await pooled.worker.end();
    all.delete(pooled);
  };
  const take = async (): Promise<Pooled> => {
    const rested = idle.pop();
    clearTimeout(rested?.idle);
    if (rested !== undefined) return rested;
    const pooled = {
      worker: await startWorker({ tools: toolsOf(), folder, bounds }),
      files: 0,
      idle: undefined,
    };
    all.add(pooled);
    return pooled;
  };
  const giveBack = async (pooled: Pooled): Promise<void> => {
    pooled.files += 1;
    if (pooled.files >= filesPerProcess) return drop(pooled);
    idle.push(pooled);
    pooled.idle = setTimeout(() => void drop(pooled), idleMs).unref();
    return undefined;
  };
  /** What a server that was killed has left. */
  const prepare = async (): Promise<void> => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
  };

  const makeIn = async (
    own: string,
    { source, method }: { source: ThumbnailSource; method: Method },
    signal: AbortSignal,
  ): Promise<Pictures> => {
    const { ffmpeg, ffprobe, heifConvert, prlimit } = toolsOf();
    const path = await localFile(source, own, signal);
    const pooled = await take();
    try {
      const request = { method, path, folder: own, programs: { ffmpeg, ffprobe, heifConvert, prlimit } };
      const made = await pooled.worker.ask(request, signal);
      await giveBack(pooled);
      return picturesOf(made);
    } catch (error) {
      await drop(pooled);
      throw error;
    }
  };

  return {
    concurrency: workers,
    pids: () => [...all].map(({ worker }) => worker.pid),
    types: async () => (workers === 0 ? [] : typesWith(toolsOf())),
    make: async (source, signal) => {
      const method = methodOf(source.type, toolsOf());
      if (method === undefined) throw new UnpicturableError(`Pictures of ${source.type} are not made here.`);
      if (source.size === 0) throw new UnpicturableError('The file is empty.');
      if (source.size > largest[method]) throw new UnpicturableError('The file is too large.');
      return place(async () => {
        await (prepared ??= prepare().catch((error: unknown) => {
          prepared = undefined;
          throw error;
        }));
        const own = await mkdtemp(join(folder, 'file-'));
        try {
          return await makeIn(own, { source, method }, signal);
        } finally {
          await rm(own, { recursive: true, force: true });
        }
      });
    },
    close: async () => {
      await Promise.all([...all].map(drop));
      prepared = undefined;
    },
  };
};
