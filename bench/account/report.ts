import type { Figures } from './measure.ts';

export interface Line extends Figures {
  readonly chapter: string;
  readonly name: string;
  readonly target?: number;
  /** Further notes. */
  readonly notes?: readonly string[];
}

export interface AccountReport {
  readonly items: number;
  /** The bare server's median in the same run, in milliseconds. */
  readonly bare: number;
  readonly lines: readonly Line[];
  readonly memory: { readonly resident: number; readonly peak: number } | undefined;
}

const width = 62;
const figure = (milliseconds: number | undefined): string =>
  (milliseconds === undefined ? '' : milliseconds.toFixed(milliseconds < 100 ? 1 : 0)).padStart(8);

export const tableHead = `${'milliseconds'.padEnd(width)}  median     p95   × bare  target  others waited`;

/** One row of the table, a `!` where the median is beyond the target, and its notes. */
export const rowOf = (line: Line, bare: number): string => {
  const late = line.target !== undefined && line.median > line.target ? ' !' : '';
  const ratio = (line.median / bare).toFixed(0).padStart(9);
  const name = line.name.padEnd(width - 2).slice(0, width - 2);
  const row = `  ${name}${figure(line.median)}${figure(line.p95)}${ratio}${String(line.target ?? '').padStart(8)}${figure(line.othersWaited)}${late}`;
  return [row, ...(line.notes ?? []).map((note) => `    ${note}`)].join('\n');
};

/** Formats the lines below the table. */
export const footOf = ({ bare, memory, items }: AccountReport): string => {
  const mebibytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;
  const used =
    memory === undefined
      ? ''
      : `; memory ${mebibytes(memory.resident)}, at the most ${mebibytes(memory.peak)}`;
  return `\n${items} items; a bare answer takes ${bare.toFixed(2)} ms${used}`;
};
