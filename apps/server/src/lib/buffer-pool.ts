/** Memory that the program's threads can share, all zero. @param size bytes */
export const sharedBuffer = (size: number): Buffer => Buffer.from(new SharedArrayBuffer(size));

export interface BufferPool {
  /**
   * Lends a buffer of shared memory; undefined where all are lent.
   *
   * @param most buffers lent in total, for callers that can do without
   */
  take(most?: number): Buffer | undefined;
  /** Returns a buffer to the pool; the caller must not use it any more. */
  give(buffer: Buffer): void;
}

/**
 * A bounded pool of large buffers: allocating one for each read would make the garbage collector the busiest
 * part of a download.
 *
 * @param size bytes of a buffer
 * @param lendAtMost buffers that may be lent at once
 */
export const createBufferPool = (size: number, lendAtMost: number): BufferPool => {
  const free: Buffer[] = [];
  let lent = 0;
  return {
    take: (most = lendAtMost) => {
      if (lent >= Math.min(most, lendAtMost)) return undefined;
      lent += 1;
      return free.pop() ?? sharedBuffer(size);
    },
    give: (buffer) => {
      lent -= 1;
      free.push(buffer);
    },
  };
};
