export type Queue = 1;
