// breaks: feature-order
import type { find } from '#features/users/index.ts';

export type Find = typeof find;
