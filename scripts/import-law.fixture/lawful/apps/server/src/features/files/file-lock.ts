import { find } from './files.repo.ts';

export type FileLock = typeof lock;
export const lock = (id: string): string => find(id).id;
