import { availableMemory } from 'node:process';
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** A file system in memory, where Linux has one. */
const inMemory = '/dev/shm';
const gibibyte = 1024 ** 3;
/** Bytes that must be free there, and in memory: several times of what the tests ever keep at once. */
const roomNeeded = 6 * gibibyte;
const memoryNeeded = 10 * gibibyte;

interface Room {
  /** Free bytes of memory, and of its file system; undefined where there is none. */
  readonly memory: number;
  readonly shared: number | undefined;
}

const roomHere = (): Room => {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return { memory: availableMemory(), shared: bavail * bsize };
  } catch {
    return { memory: availableMemory(), shared: undefined };
  }
};

/**
 * The folder in which tests keep their files: in memory where there is plenty of it. Each server of a test makes its
 * folders durable before it answers, and thousands of them would spend half of their time waiting for a disk.
 */
export const placeForTests = ({ memory, shared = 0 }: Room = roomHere()): string =>
  process.platform === 'linux' && shared >= roomNeeded && memory >= memoryNeeded ? inMemory : tmpdir();
