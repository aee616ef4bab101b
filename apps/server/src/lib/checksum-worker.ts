import { parentPort, workerData } from 'node:worker_threads';
import { blockBytes, type ChecksumAnswer, type ChecksumTask } from './checksum-blocks.ts';
import { type Checksum, createChecksum } from './checksum.ts';

const { memory } = workerData as { readonly memory: SharedArrayBuffer };

const all = new Map<number, Checksum>();
const find = (id: number): Checksum => {
  const checksum = all.get(id);
  // Starting from nothing would yield a wrong checksum that looks valid.
  if (checksum === undefined) throw new Error(`There is no checksum ${id}.`);
  return checksum;
};

const answer = (message: ChecksumAnswer): void => parentPort?.postMessage(message, []);

/** The hashing ends before this returns, so that tasks stay in order: only the answer with sums comes later. */
const perform = async (task: ChecksumTask): Promise<void> => {
  switch (task.kind) {
    case 'begin':
      all.set(task.id, task.from === undefined ? createChecksum(0) : find(task.from).copy());
      break;
    case 'update':
      void find(task.id).update(new Uint8Array(memory, task.block * blockBytes, task.length));
      answer({ block: task.block });
      break;
    case 'sums':
      answer({ question: task.question, sums: await find(task.id).sums() });
      break;
    case 'forget':
      all.delete(task.id);
      break;
  }
};

// A failure ends the thread as an uncaught error.
parentPort?.on('message', (task: ChecksumTask) => void perform(task));
