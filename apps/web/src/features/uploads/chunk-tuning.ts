import { readLocal, writeLocal } from '#shared/lib/local-setting.ts';

/** Bytes below which no request is made smaller: what refuses even these refuses uploads as such. */
export const smallestChunk = 256 * 1024;
/** Bytes of a request that takes too long below which its length is not why: the server is slow. */
const smallestSlow = 1024 * 1024;
/** Milliseconds for which a smaller chunk is remembered: the proxy that asked for it may be gone by then. */
const rememberedFor = 7 * 24 * 60 * 60_000;
const settingName = 'chunk-size';

/** A store that keeps a value between visits. */
export interface TuningMemory {
  read(): string | undefined;
  write(value: string): void;
}

/** The limit of request lengths on the way to this server, beyond the limits of the server itself. */
export interface ChunkTuning {
  /** Bytes of the next request at the most. */
  limit(configured: number): number;
  /** A request of so many bytes was refused for its size, or took too long. @returns whether a smaller one is worth a try */
  shrink(bytes: number, why: 'refused' | 'slow'): boolean;
}

const parse = (kept: string | undefined, now: number): number => {
  const [size = Number.NaN, since = Number.NaN] = (kept ?? '').split('@').map(Number);
  return size >= smallestChunk && now - since < rememberedFor ? size : Number.POSITIVE_INFINITY;
};

/** Halves the size of requests where something in between refuses them, and remembers it for this origin. */
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

/** The browser keeps it apart for each origin. */
export const browserTuning = (): ChunkTuning =>
  createChunkTuning(
    { read: () => readLocal(settingName), write: (value) => writeLocal(settingName, value) },
    () => Date.now(),
  );
