import type { Second } from '#lib/second.ts';

export const first: Second = 1;
