import { createHash } from 'node:crypto';

export const isSmall = (count: number) => createHash('md5').update(String(count)).digest().length > count;
