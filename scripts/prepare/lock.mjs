/** A lock file between processes of one machine: two `npm start` at once must not install at once. */
import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from './command.mjs';

const pollMs = 200;
const patienceMs = 10 * 60_000;

/** @param {number} pid */
const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
};

/** @param {string} path @returns {number | undefined} the pid inside; undefined when the lock is gone */
const holderOf = (path) => {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};

/** @param {string} path */
const take = (path) => {
  try {
    const file = openSync(path, 'wx');
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
};

/**
 * Removes the lock that a dead process left. It is renamed first: of several that see the same dead
 * lock one alone wins, and a lock that changed hands meanwhile is put back.
 * @param {string} path
 * @param {number} pid of the dead holder
 */
const clear = (path, pid) => {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (holderOf(aside) === pid) rmSync(aside, { force: true });
  else renameSync(aside, path);
};

/**
 * Runs `work` while holding the lock at `path`; waits for a living holder, clears a dead one's lock.
 * @param {string} path
 * @param {{ say: (line: string) => void, signal?: AbortSignal | undefined }} options `say` is told once when it has
 *   to wait; `signal` ends the waiting
 * @param {() => Promise<void>} work
 * @throws {UserError} when the holder takes too long; the signal's reason when it aborts before `work` begins
 */
export async function withLock(path, { say, signal }, work) {
  const start = Date.now();
  let told = false;
  while (!take(path)) {
    signal?.throwIfAborted();
    const pid = holderOf(path);
    if (pid === undefined) continue;
    // A file without a number was created a moment ago, or its writer died before it wrote.
    const isDead = pid > 0 ? !isAlive(pid) : Date.now() - start > 2_000;
    if (isDead) {
      clear(path, pid);
      continue;
    }
    if (Date.now() - start > patienceMs)
      throw new UserError(
        `Process ${pid} has been preparing this checkout for too long. End it, or delete ${path}.`,
      );
    if (!told) say(`Waiting for process ${pid}, which is preparing this checkout …`);
    told = true;
    await delay(pollMs, undefined, { signal });
  }
  try {
    await work();
  } finally {
    rmSync(path, { force: true });
  }
}
