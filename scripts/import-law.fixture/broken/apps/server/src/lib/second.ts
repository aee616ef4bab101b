// breaks: no-cycles
import type { First } from '#lib/first.ts';

export type Second = First | 2;
