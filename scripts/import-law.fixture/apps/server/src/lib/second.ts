import type { first } from '#lib/first.ts';
import type { Gone } from '#lib/gone.ts';

export type Second = typeof first | Gone;
