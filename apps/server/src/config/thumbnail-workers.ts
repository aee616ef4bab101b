/** Bytes of memory for each process: what one may take before it is ended. */
const memoryEach = 1024 ** 3;
/** With as many processors as this or fewer all of them make thumbnails, of more a half. */
const fewProcessors = 4;

/**
 * Processes that make thumbnails where nobody says how many. They stand behind requests, so they may have all
 * processors; of the memory the server has its share first.
 *
 * @param memory bytes that the machine, or what the server is confined to, has
 */
export const usualThumbnailWorkers = (processors: number, memory: number): number => {
  const wanted = Math.max(Math.min(processors, fewProcessors), Math.floor(processors / 2));
  return Math.max(1, Math.min(wanted, Math.floor(memory / memoryEach) - 1));
};
