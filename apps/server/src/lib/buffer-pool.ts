export interface BufferPool {
  /** Memory for `length` bytes: a whole buffer of the pool, or a small one where fewer are wanted. */
  take(length: number): Buffer;
  /** Gives buffers back, which nobody may use any more. */
  give(...buffers: readonly Buffer[]): void;
}

/**
 * Keeps large buffers for the next user. Allocating one for each read makes the garbage collector the
 * busiest part of a download.
 *
 * @param size bytes of a buffer
 * @param keep buffers that are kept while nobody uses them
 */
export const createBufferPool = (size: number, keep: number): BufferPool => {
  const free: Buffer[] = [];
  return {
    take: (length) => {
      if (length < size / 4) return Buffer.allocUnsafe(Math.max(0, length));
      return free.pop() ?? Buffer.allocUnsafeSlow(size);
    },
    give: (...buffers) => {
      for (const buffer of buffers) if (buffer.length === size && free.length < keep) free.push(buffer);
    },
  };
};
