import { type ChildProcess, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { program } from '#testing/program.ts';
import type { TestDatabase } from '#testing/test-database.ts';

export interface Finished {
  readonly code: number | null;
  readonly output: string;
}

export interface Spawned {
  readonly process: ChildProcess;
  /** Everything that was printed so far. */
  output(): string;
  /** Resolves with the first match in what is printed; rejects where the process ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  readonly finished: Promise<Finished>;
}

/** The environment that points a process at a test's database and folder. */
export const environmentOf = (database: TestDatabase, dataDir: string): Record<string, string> => {
  const base = { HOLDALL_DATA_DIR: dataDir, HOLDALL_PORT: '0' };
  if (database.choice.kind === 'sqlite') return base;
  const url = new URL(database.choice.url);
  url.searchParams.set('options', `-c search_path=${database.choice.schema}`);
  return { ...base, HOLDALL_DATABASE_URL: url.href };
};

/** Runs the real program as its own process. */
export const spawnHoldall = (args: readonly string[], env: Record<string, string>): Spawned => {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('HOLDALL_')),
  );
  const child = spawn(process.execPath, [program, ...args], {
    cwd: dirname(program),
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const listeners = new Set<() => void>();
  const take = (data: Buffer): void => {
    output += data.toString();
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const finished = new Promise<Finished>((resolve) => {
    child.once('close', (code) => resolve({ code, output }));
  });
  return {
    process: child,
    output: () => output,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const match = pattern.exec(output);
          if (match === null) return;
          listeners.delete(look);
          resolve(match);
        };
        listeners.add(look);
        look();
        void finished.then(() =>
          reject(new Error(`the process ended without printing ${pattern}: ${output}`)),
        );
      }),
    finished,
  };
};
