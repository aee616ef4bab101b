import type { Progress } from '#features/maintenance/index.ts';

/** Milliseconds between two lines of progress: on a terminal, which is overwritten, and in a log. */
const everyMs = { terminal: 1_000, log: 10_000 } as const;

export interface ProgressOutput {
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

export interface ProgressLine {
  /** Says how far a check is, now and then. */
  show(progress: Progress): void;
  /** Prints the line again, for a check that has reported nothing for long. */
  repeat(): void;
  /** Makes room for other output; the next check starts over. */
  clear(): void;
}

const minute = 60;

const timeOf = (seconds: number): string => {
  if (seconds < minute) return `${Math.max(1, Math.round(seconds))} s`;
  return seconds < 60 * minute
    ? `${Math.round(seconds / minute)} min`
    : `${(seconds / 60 / minute).toFixed(1)} h`;
};

const count = (number: number): string => number.toLocaleString('en');

const textOf = ({ check, examined, total }: Progress, seconds: number): string => {
  const known = total === undefined || total < examined ? undefined : total;
  if (known === undefined || known === 0) return `${check}: checked ${count(examined)} in ${timeOf(seconds)}`;
  const share = `${check}: checked ${count(examined)} of ${count(known)}, ${Math.floor((100 * examined) / known)} %`;
  // No rate is known at the first moment.
  return examined === 0 || examined === known
    ? share
    : `${share}, about ${timeOf((seconds * (known - examined)) / examined)} left`;
};

/** Reports the doctor's progress: one line that is overwritten on a terminal, else a line now and then. */
export const createProgressLine = ({ isTerminal, write, now }: ProgressOutput): ProgressLine => {
  const every = isTerminal ? everyMs.terminal : everyMs.log;
  let current: { readonly check: string; readonly from: number } | undefined;
  let saidAt = now();
  let isShown = false;
  let latest: Progress | undefined;
  const show = (progress: Progress): void => {
    latest = progress;
    const at = now();
    const begun = current?.check === progress.check ? current : { check: progress.check, from: at };
    current = begun;
    if (at - saidAt < every) return;
    saidAt = at;
    const text = textOf(progress, (at - begun.from) / 1_000);
    write(isTerminal ? `\r\u001b[K${text}` : `${text}\n`);
    isShown = isTerminal;
  };
  return {
    show,
    repeat: () => {
      if (latest !== undefined) show(latest);
    },
    clear: () => {
      if (isShown) write('\r\u001b[K');
      isShown = false;
      latest = undefined;
    },
  };
};
