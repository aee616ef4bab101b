// breaks: web-layers
import type { List } from '#features/files/list.ts';

export const Row = (list: List) => list;
