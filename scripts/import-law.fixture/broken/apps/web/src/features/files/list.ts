// breaks: web-features-apart
import type { Queue } from '#features/uploads/queue.ts';

export type List = Queue;
