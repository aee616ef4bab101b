import { execFile } from 'node:child_process';

export interface ProgramResult {
  /** Exit code; null where a signal ended it. */
  readonly code: number | null;
  readonly output: string;
  /** The standard error output. */
  readonly complaints: string;
}

/** Characters that a command prints at the most: reports name a few examples of each fault. */
const longestOutput = 4_000_000;

/**
 * Runs a command of this program as a child process, so that slow or memory-hungry work does not delay
 * requests. The child ends when the signal aborts.
 *
 * @param main the program's first file
 * @param env the child's environment
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
          // A numeric code is the program's exit code; any other says that it did not run to its end.
          if (typeof error.code === 'number') return resolve({ code: error.code, output, complaints });
          return reject(new Error('The command did not run to its end.', { cause: error }));
        },
      );
    });
