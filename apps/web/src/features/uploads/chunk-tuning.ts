import { readLocal, writeLocal } from '#shared/lib/local-setting.ts';

/** Bytes below which no request is made smaller: a proxy that refuses these refuses all uploads. */
export const smallestChunk = 256 * 1024;
/** Bytes of a timed-out request below which its length is not the cause: the server is slow. */
const smallestSlow = 1024 * 1024;
/** Milliseconds for which a smaller chunk is remembered: the proxy that required it may be gone by then. */
const rememberedFor = 7 * 24 * 60 * 60_000;
const settingName = 'chunk-size';

/** A store that keeps a value between visits. */
export interface TuningMemory {
  read(): string | undefined;
  write(value: string): void;
}

/** The limit of request lengths on the way to this server, beyond the limits of the server itself. */
export interface ChunkTuning {
  /** Returns the maximum of bytes in the next request. */
  limit(configured: number): number;
  /**
   * Records that a request of so many bytes was refused for its size, or took too long. @returns true if a smaller one
   * is worth a try
   */
  shrink(bytes: number, why: 'refused' | 'slow'): boolean;
}

const parse = (kept: string | undefined, now: number): number => {
  const [size = Number.NaN, since = Number.NaN] = (kept ?? '').split('@').map(Number);
  return size >= smallestChunk && now - since < rememberedFor ? size : Number.POSITIVE_INFINITY;
};

/** Halves the size of requests that a proxy refuses, and remembers it for this origin. */
export const createChunkTuning = (memory: TuningMemory, now: () => number): ChunkTuning => {
  let most = parse(memory.read(), now());
  return {
    limit: (configured) => Math.min(configured, most),
    shrink(bytes, why) {
      const least = why === 'refused' ? smallestChunk : smallestSlow;
      if (bytes <= least) return false;
      most = Math.max(least, Math.min(most, Math.ceil(bytes / 2)));
      memory.write(`${most}@${now()}`);
      return true;
    },
  };
};

/** Returns a tuning that the browser stores per origin. */
export const browserTuning = (): ChunkTuning =>
  createChunkTuning(
    { read: () => readLocal(settingName), write: (value) => writeLocal(settingName, value) },
    () => Date.now(),
  );
