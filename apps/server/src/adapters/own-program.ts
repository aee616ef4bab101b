import { execFile } from 'node:child_process';

export interface ProgramResult {
  /** Exit code; null where a signal ended it. */
  readonly code: number | null;
  readonly output: string;
  /** What it wrote on standard error. */
  readonly complaints: string;
}

/** What a command prints at the most: reports name a few examples of each fault. */
const longestOutput = 4_000_000;

/**
 * Runs a command of this very program as a process of its own: what would hold requests up, or takes much memory,
 * holds up nobody there. It ends when the signal is set off.
 *
 * @param main the program's first file
 * @param env the environment that it gets
 */
export const createOwnProgram =
  (main: string, env: Readonly<Record<string, string | undefined>>) =>
  (words: readonly string[], signal: AbortSignal): Promise<ProgramResult> =>
    new Promise((resolve, reject) => {
      execFile(
        process.execPath,
        [main, ...words],
        { signal, env, maxBuffer: longestOutput, encoding: 'utf8' },
        (error, output, complaints) => {
          if (error === null) return resolve({ code: 0, output, complaints });
          // A code that is a number is the program's own; all else says that it did not run to its end.
          if (typeof error.code === 'number') return resolve({ code: error.code, output, complaints });
          return reject(new Error('The command did not run to its end.', { cause: error }));
        },
      );
    });
