import { plural } from '#lib/plural.ts';

export const answer = (count: number) => plural(count);
