import { createHash, type Hash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import { blockBytes, type ChecksumAnswer, type ChecksumTask } from './checksum-blocks.ts';

const { memory } = workerData as { readonly memory: SharedArrayBuffer };

interface Running {
  readonly hash: Hash;
  readonly crc: number;
}
const all = new Map<number, Running>();
const find = (id: number): Running => {
  const running = all.get(id);
  // To go on from nothing would be a wrong checksum that nobody doubts.
  if (running === undefined) throw new Error(`There is no checksum ${id}.`);
  return running;
};

const begin = (id: number, from: number | undefined): void => {
  if (from === undefined) {
    all.set(id, { hash: createHash('sha256'), crc: 0 });
    return;
  }
  const { hash, crc } = find(from);
  all.set(id, { hash: hash.copy(), crc });
};

const answer = (message: ChecksumAnswer): void => parentPort?.postMessage(message, []);

const update = (id: number, block: number, length: number): void => {
  const bytes = new Uint8Array(memory, block * blockBytes, length);
  const { hash, crc } = find(id);
  all.set(id, { hash: hash.update(bytes), crc: crc32(bytes, crc) });
  answer({ block });
};

parentPort?.on('message', (task: ChecksumTask) => {
  switch (task.kind) {
    case 'begin':
      begin(task.id, task.from);
      break;
    case 'update':
      update(task.id, task.block, task.length);
      break;
    case 'sums': {
      const { hash, crc } = find(task.id);
      answer({ question: task.question, sums: { sha256: hash.copy().digest('hex'), crc32: crc } });
      break;
    }
    case 'forget':
      all.delete(task.id);
      break;
  }
});
