import { closeSync, constants, openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import {
  type DiskRead,
  type DiskReadAnswer,
  type DiskReadTask,
  taskPatience,
} from './disk-reads-protocol.ts';

/** @returns whether all of it was there */
const perform = ({ path, start, memory, offset, length }: DiskRead): boolean => {
  const target = new Uint8Array(memory, offset, length);
  // Only a plain file has bytes at a position: reading anything else fails, and no read blocks.
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    for (let at = 0; at < length;) {
      const read = readSync(descriptor, target, at, length - at, start + at);
      if (read === 0) return false;
      at += read;
    }
    return true;
  } finally {
    closeSync(descriptor);
  }
};

parentPort?.on('message', ({ id, reads }: DiskReadTask) => {
  const failed = [];
  const began = performance.now();
  for (const [index, read] of reads.entries()) {
    try {
      if (performance.now() - began > taskPatience || !perform(read)) failed.push(index);
    } catch {
      // The caller reads it again by itself, and gets the error there.
      failed.push(index);
    }
  }
  const answer: DiskReadAnswer = { id, failed, milliseconds: performance.now() - began };
  parentPort?.postMessage(answer, []);
});
