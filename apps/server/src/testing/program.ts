import { fileURLToPath } from 'node:url';

/**
 * The program that tests start as a process of its own: the built one, which starts in a third of the time, where
 * `npm test` has built it and names it; otherwise the sources, which are always current.
 */
export const program =
  process.env['HOLDALL_TEST_PROGRAM'] ?? fileURLToPath(new URL('../main.ts', import.meta.url));
