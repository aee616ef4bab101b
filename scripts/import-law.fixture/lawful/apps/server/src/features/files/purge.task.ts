import { lock } from './file-lock.ts';

export const purge = (): string => lock('purge');
