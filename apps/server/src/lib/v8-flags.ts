import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 weigh the bytes of buffers together with its own heap. By itself it looks through all of the heap after each
 * 64 MiB of new buffers, however short they live: moving a file of 1 GiB would cause it fifteen times and more, and take more
 * processor time for that than for moving and hashing. Memory at the most stays the same.
 */
export const countBuffersAsHeap = (): void => {
  setFlagsFromString('--external-memory-accounted-in-global-limit');
};
