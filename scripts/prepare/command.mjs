/** Running other programs, and talking to the person at the terminal. */
import { spawn } from 'node:child_process';

/** A failure that the user can understand and mend: printed as a sentence, without a stack. */
export class UserError extends Error {
  /** @override */
  name = 'UserError';
}

/**
 * Prints one line to standard error, so that what a script answers on standard output stays clean.
 * @param {string} text
 */
export const say = (text) => void process.stderr.write(`${text}\n`);

/** @type {import('node:child_process').ChildProcess | undefined} */
let running;

/** Ends the program that `run` is waiting for, so that its caller fails and cleans up. */
export const stopRunningCommand = () => void running?.kill('SIGTERM');

/**
 * Runs a program to its end without showing its output.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ code: number, output: string }>} exit code (1 when it could not start or was
 *   killed) and both streams' text
 */
export function run(program, args, options = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    running = child;
    /** @param {number | null} code */
    const done = (code) => {
      if (running === child) running = undefined;
      resolve({ code: code ?? 1, output });
    };
    child.stdout.on('data', (bytes) => (output += bytes));
    child.stderr.on('data', (bytes) => (output += bytes));
    child.on('error', (error) => {
      output += error.message;
      done(1);
    });
    child.on('close', done);
  });
}

/**
 * Runs `work` and reports how long it took, as "what … 3.1 s".
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function timed(what, work) {
  process.stderr.write(`${what} … `);
  const start = Date.now();
  try {
    const result = await work();
    say(`${((Date.now() - start) / 1000).toFixed(1)} s`);
    return result;
  } catch (error) {
    say('failed');
    throw error;
  }
}
