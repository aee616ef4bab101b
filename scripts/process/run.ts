/** Runs other programs from the tools. All of them end when the tool is interrupted. */
import { type ChildProcess, spawn } from 'node:child_process';

const running = new Set<ChildProcess>();

interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

export interface Ended {
  /** The exit code; 1 when the program could not start or was killed. */
  readonly code: number;
  /** Both streams' text; empty when they were shown instead. */
  readonly output: string;
  readonly seconds: number;
}

const track = (child: ChildProcess, output: () => string): Promise<Ended> => {
  const start = performance.now();
  running.add(child);
  return new Promise((resolve) => {
    const end = (code: number, extra = '') => {
      running.delete(child);
      resolve({ code, output: output() + extra, seconds: (performance.now() - start) / 1000 });
    };
    child.on('error', (error) => end(1, error.message));
    child.on('close', (code) => end(code ?? 1));
  });
};

/** Runs a program to its end and returns what it printed. */
export const runQuietly = (
  program: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Ended> => {
  let text = '';
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.on('data', (bytes: Buffer) => (text += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (text += bytes.toString()));
  return track(child, () => text);
};

/** Runs a program to its end with its output on the terminal. */
export const runLoudly = (
  program: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Ended> =>
  track(spawn(program, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] }), () => '');

/** Asks everything that is still running to end. */
export const stopAll = (signal: NodeJS.Signals = 'SIGTERM'): void => {
  for (const child of running) child.kill(signal);
};
