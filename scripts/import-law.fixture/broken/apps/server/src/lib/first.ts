// breaks: no-cycles
import type { Second } from '#lib/second.ts';

export type First = Second | 1;
