import { list } from '#features/files/list.ts';
import { queue } from '#features/uploads/queue.ts';

export const Files = () => [list, queue];
