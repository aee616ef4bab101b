import type { Answer, Client } from '../lib/client.ts';
import { quantile } from '../lib/statistics.ts';

export interface Figures {
  readonly runs: number;
  /** Milliseconds. */
  readonly median: number;
  readonly p95: number;
  readonly max: number;
  /** Bytes of the last answer's body. */
  readonly bytes: number;
  /** The longest wait of a concurrent call, in milliseconds. */
  readonly othersWaited?: number;
}

export const figuresOf = (answers: readonly Answer[]): Figures => {
  const times = answers.map(({ milliseconds }) => milliseconds);
  return {
    runs: times.length,
    median: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    max: quantile(times, 1),
    bytes: Buffer.byteLength(answers.at(-1)?.body ?? ''),
  };
};

/** Runs work while another connection keeps asking whether the server lives. @returns the longest wait, too */
export const whileOthersAsk = async <T>(
  others: Client,
  work: () => Promise<T>,
): Promise<{ result: T; waited: number }> => {
  const over = new AbortController();
  const asking = async (): Promise<number> => {
    let longest = 0;
    while (!over.signal.aborted)
      longest = Math.max(longest, (await others.call('GET', '/health/live')).milliseconds);
    return longest;
  };
  const waiting = asking();
  try {
    const result = await work();
    over.abort();
    return { result, waited: await waiting };
  } finally {
    over.abort();
  }
};
