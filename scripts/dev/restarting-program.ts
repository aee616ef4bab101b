/** A program that starts again when one of its source files changes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';

/** Editors save in several steps: changes closer together than this are one. */
const settleMs = 120;
/** Milliseconds that an outgoing program may drain before it is killed: a developer waits for it. */
const drainMs = 1_500;

export interface ProgramOptions {
  readonly command: readonly [program: string, ...args: string[]];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Folders whose changes restart the program. */
  readonly watched: readonly string[];
  /** Receives each line of its standard output; its standard error goes to the terminal. */
  readonly onLine: (line: string) => void;
  /** Receives restarts and crashes as sentences. */
  readonly say: (sentence: string) => void;
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

const end = (child: ChildProcess, patienceMs: number): Promise<void> => {
  if (hasEnded(child)) return Promise.resolve();
  return new Promise((resolve) => {
    const impatience = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    child.once('close', () => {
      clearTimeout(impatience);
      resolve();
    });
    child.kill('SIGTERM');
  });
};

/** Starts the program and keeps it fresh until `stop`. */
export const startRestarting = ({ command, cwd, env, watched, onLine, say }: ProgramOptions) => {
  const [program, ...args] = command;
  let child: ChildProcess | undefined;
  let stopped = false;
  let turn = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const start = () => {
    const started = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
    let rest = '';
    started.stdout.on('data', (bytes: Buffer) => {
      const lines = (rest + bytes.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(line);
    });
    started.once('close', (code, signal) => {
      if (child === started && !stopped)
        say(`The server ended (${signal ?? code}). It starts again when a file changes.`);
    });
    child = started;
  };

  const restart = async () => {
    if (stopped) return;
    const outgoing = child;
    child = undefined;
    if (outgoing) await end(outgoing, drainMs);
    if (!stopped) start();
  };

  const onChange = (_event: string, file: string | null) => {
    if (file === null || /\.test\.ts$|~$|(^|\/)\./.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      say(`${file} changed: restarting the server.`);
      turn = turn.then(restart);
    }, settleMs);
  };

  const watchers = watched.map((folder) => watch(folder, { recursive: true }, onChange));
  start();
  return {
    /** Ends the program; waits for it to drain. */
    stop: async (): Promise<void> => {
      stopped = true;
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      await turn;
      if (child) await end(child, drainMs);
    },
  };
};
