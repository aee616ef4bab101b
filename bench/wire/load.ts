/** Many calls at once. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Connection, createConnection } from './connection.ts';

/**
 * Does `count` things over so many connections, each the next when it has done one.
 * @throws the first error, once the others have come to an end
 */
export const shareOut = async (
  {
    port,
    connections,
    count,
  }: { readonly port: number; readonly connections: number; readonly count: number },
  work: (connection: Connection, index: number) => Promise<void>,
): Promise<void> => {
  let next = 0;
  const lane = async () => {
    const connection = createConnection(port);
    try {
      while (next < count) {
        const index = next;
        next += 1;
        await work(connection, index);
      }
    } catch (error) {
      next = count;
      throw error;
    } finally {
      connection.close();
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: connections }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
};

/**
 * Starts work at a steady rate, whether or not earlier work has ended, like independent users. Work that starts
 * late, because this machine was busy, is timed from when it was due.
 *
 * @param rate starts a second
 * @param work one of them; `since` is when it was due, on the clock of `performance.now()`
 */
export const keepUpRate = async (
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
  work: (index: number, since: number) => Promise<void>,
): Promise<void> => {
  const start = performance.now();
  const running: Promise<void>[] = [];
  for (let index = 0; index < rate * seconds; index += 1) {
    const due = start + (index * 1000) / rate;
    const wait = due - performance.now();
    if (wait > 1) await delay(wait);
    running.push(work(index, due));
  }
  await Promise.all(running);
};
