/** Resource usage of a process and its descendants, from Linux's /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports hundredths of a second to all programs. */
const ticksPerSecond = 100;

export interface ProcessFigures {
  /** Of children that have ended as well. */
  readonly cpuSeconds: number;
  /** Bytes of memory, now and at the most; what processes share is counted for each. */
  readonly resident: number;
  readonly peak: number;
}

interface Stat {
  readonly parent: number;
  readonly cpuSeconds: number;
}

/** Reads a line of /proc/<pid>/stat; the program's name, in brackets, may hold anything. */
export const parseStat = (text: string): Stat => {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  return {
    parent: field(4),
    cpuSeconds: (field(14) + field(15) + field(16) + field(17)) / ticksPerSecond,
  };
};

/** Reads /proc/<pid>/status. */
export const parseStatus = (text: string): Pick<ProcessFigures, 'resident' | 'peak'> => {
  const bytesOf = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024;
  return { resident: bytesOf('VmRSS'), peak: bytesOf('VmHWM') };
};

/** Undefined: it has ended meanwhile. */
const read = (pid: number, name: string): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined;
  }
};

const readStats = (): Map<number, Stat> => {
  const stats = new Map<number, Stat>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const text = Number.isInteger(pid) ? read(pid, 'stat') : undefined;
    if (text !== undefined) stats.set(pid, parseStat(text));
  }
  return stats;
};

/** Returns a process and its descendants. */
export const treeOf = (root: number, stats: ReadonlyMap<number, { readonly parent: number }>): number[] => {
  const tree = [root];
  // The list grows while it is walked.
  for (const parent of tree) for (const [pid, stat] of stats) if (stat.parent === parent) tree.push(pid);
  return tree.filter((pid) => stats.has(pid));
};

/** @returns undefined where the process does not exist, and on systems other than Linux */
export const readProcessTree = (root: number): ProcessFigures | undefined => {
  if (process.platform !== 'linux') return undefined;
  const stats = readStats();
  const tree = treeOf(root, stats);
  if (tree.length === 0) return undefined;
  const memory = tree.map((pid) => parseStatus(read(pid, 'status') ?? ''));
  const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);
  return {
    cpuSeconds: sum(tree.map((pid) => stats.get(pid)?.cpuSeconds ?? 0)),
    resident: sum(memory.map(({ resident }) => resident)),
    peak: sum(memory.map(({ peak }) => peak)),
  };
};

const mebi = 1024 * 1024;
/** Milliseconds between two readings of the memory. */
const lookEvery = 20;

/** Returns the peak growth of a program's memory during work in MiB; NaN where the system does not report it. */
export const growthDuring = async (
  figures: () => ProcessFigures | undefined,
  work: () => Promise<unknown>,
): Promise<number> => {
  const resident = () => figures()?.resident ?? Number.NaN;
  const before = resident();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, resident())), lookEvery);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return (most - before) / mebi;
};
