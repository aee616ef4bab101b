import type { Queue } from '#features/uploads/queue.ts';

export const list: Queue = [];
