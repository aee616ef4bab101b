import { spawn } from 'node:child_process';
import { maxFileBytes, maxProgramBytes, maxProgramSeconds } from './bounds.ts';
import { Unpicturable } from './unpicturable.ts';

/** Bytes of output that are taken. */
const maxOutput = 128 * 1024 * 1024;

export interface ProgramRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly prlimit: string | undefined;
}

const limits = [
  `--as=${maxProgramBytes}`,
  `--cpu=${maxProgramSeconds}`,
  `--fsize=${maxFileBytes}`,
  '--core=0',
] as const;

/**
 * Runs a program on a possibly hostile file: no input, no shell, bounded memory, processor time and output. The
 * watcher of this process limits the time; both end together.
 *
 * @returns its standard output
 * @throws Unpicturable where it fails
 */
export const runProgram = ({ program, args, prlimit }: ProgramRun): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const [command, words] =
      prlimit === undefined ? [program, args] : [prlimit, [...limits, '--', program, ...args]];
    const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'ignore'] });
    const pieces: Buffer[] = [];
    let length = 0;
    child.stdout.on('data', (piece: Buffer) => {
      pieces.push(piece);
      length += piece.length;
      if (length > maxOutput) child.kill('SIGKILL');
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve(Buffer.concat(pieces));
      else reject(new Unpicturable(`The decoder ended with ${signal ?? code}.`));
    });
  });
