import { isSmall } from './files.rules.ts';

export const may = (count: number) => isSmall(count);
