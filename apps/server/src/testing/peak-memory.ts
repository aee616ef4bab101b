import { existsSync, readFileSync } from 'node:fs';

/** Highest resident memory of a process so far, in bytes. */
const peakOf = (pid: number): number => {
  const [, kibibytes = '0'] = /^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
};
/** Runs work, and tells the most memory that any of the processes took meanwhile. */
export const peakDuring = async (
  pids: () => readonly number[],
  work: () => Promise<unknown>,
): Promise<number> => {
  let most = 0;
  const watch = setInterval(() => {
    for (const pid of pids()) if (existsSync(`/proc/${pid}`)) most = Math.max(most, peakOf(pid));
  }, 5);
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  return most;
};
