/** Bytes of memory for each process: what one may take before it is ended. */
const memoryEach = 1024 ** 3;
/** With as many processors as this or fewer all of them make thumbnails, of more a half. */
const fewProcessors = 4;

/**
 * Returns the default number of thumbnail processes. They run at lower priority than requests, so they may use
 * all processors; the server's memory is set aside first.
 *
 * @param memory bytes of the machine, or of the server's limit
 */
export const usualThumbnailWorkers = (processors: number, memory: number): number => {
  const wanted = Math.max(Math.min(processors, fewProcessors), Math.floor(processors / 2));
  return Math.max(1, Math.min(wanted, Math.floor(memory / memoryEach) - 1));
};
