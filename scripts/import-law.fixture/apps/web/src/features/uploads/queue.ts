export type Queue = unknown[];
