import { readFileSync } from 'node:fs';

/** Highest resident memory of a process so far, in bytes; 0 when it has ended, as it may at any moment. */
const peakOf = (pid: number): number => {
  try {
    const [, kibibytes = '0'] = /^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kibibytes) * 1024;
  } catch {
    return 0;
  }
};
/** Runs work, and returns the peak memory of the processes meanwhile. */
export const peakDuring = async (
  pids: () => readonly number[],
  work: () => Promise<unknown>,
): Promise<number> => {
  let most = 0;
  const watch = setInterval(() => {
    for (const pid of pids()) most = Math.max(most, peakOf(pid));
  }, 5);
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  return most;
};
