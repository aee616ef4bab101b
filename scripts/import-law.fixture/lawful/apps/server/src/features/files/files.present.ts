import type { Item } from '../../../../../packages/contract/src/files.ts';
import type { Row } from './files.types.ts';

export const present = (row: Row): Item[] => [{ id: row.id }];
