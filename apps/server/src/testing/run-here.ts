import { join } from 'node:path';
import { vi } from 'vitest';
import { run } from '#commands/run.ts';

export interface Ran {
  readonly code: number;
  /** Everything that was printed. */
  readonly output: string;
}

export interface RanForProgram extends Ran {
  /** The parsed standard output. */
  readonly printed: string;
}

const checkout = join(import.meta.dirname, '../../../..');

/** Like `runHere`, for output in JSON. */
export const runForProgram = async (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<RanForProgram> => {
  let [output, printed] = ['', ''];
  const streams = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((text: string | Uint8Array): boolean => {
      output += text.toString();
      if (stream === process.stdout) printed += text.toString();
      return true;
    }),
  );
  // As the program has it.
  const umask = process.umask(0o077);
  try {
    const code = await run(args, { checkout, env: { PATH: process.env['PATH'], ...env } });
    return { code, output, printed };
  } finally {
    process.umask(umask);
    for (const stream of streams) stream.mockRestore();
  }
};

/** Runs a command line in this process: as the program would, and sooner. One at a time. */
export const runHere = async (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ran> => {
  const { code, output } = await runForProgram(args, env);
  return { code, output };
};
