import { start } from '#app/start.ts';

export const main = start;
