import { sql } from 'kysely';
import type { Db, Trx } from './database.ts';
import { isConflict } from './errors.ts';
import { inTransaction } from './in-transaction.ts';

/** Pieces of work that one transaction holds at most: others of the database wait for it. */
const mostTogether = 32;

/** Transactions that pieces of work share: what one commit costs is paid once for all of them. */
export interface SharedTransactions {
  /**
   * Runs work in a transaction, together with work of the same lane that waits. It resolves when the transaction is durable. Work
   * of a lane takes turns in the order in which it came; where one fails, nothing of it is kept, and its neighbours are not affected. As
   * with `inTransaction`, work may run more than once, and changes nothing but the database.
   *
   * @param lane work that may lock the rows of one another: an account's id
   */
  run<T>(lane: string, work: (trx: Trx) => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly work: (trx: Trx) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Settles a piece of work, once its transaction is durable. */
type Settle = () => void;

/** Runs work whose changes alone are undone where it fails. @throws what ends the transaction as a whole */
const inSavepoint = async (trx: Trx, { work, resolve, reject }: Waiting): Promise<Settle> => {
  await sql`savepoint piece`.execute(trx);
  try {
    const value = await work(trx);
    await sql`release savepoint piece`.execute(trx);
    return () => resolve(value);
  } catch (error) {
    if (isConflict(error)) throw error;
    await sql`rollback to savepoint piece`.execute(trx);
    await sql`release savepoint piece`.execute(trx);
    return () => reject(error);
  }
};

export const createSharedTransactions = (db: Db): SharedTransactions => {
  const lanes = new Map<string, Waiting[]>();

  const alone = async ({ work, resolve, reject }: Waiting): Promise<void> =>
    inTransaction(db, work).then(resolve, reject);

  const together = async (pieces: readonly Waiting[]): Promise<void> => {
    let settled: Settle[];
    try {
      settled = await inTransaction(db, async (trx) => {
        const ends: Settle[] = [];
        for (const piece of pieces) ends.push(await inSavepoint(trx, piece));
        return ends;
      });
    } catch {
      // Nothing is kept of a transaction that failed as a whole: each piece tells by itself why.
      for (const piece of pieces) await alone(piece);
      return;
    }
    for (const settle of settled) settle();
  };

  const drain = async (lane: string, waiting: Waiting[]): Promise<void> => {
    while (waiting.length > 0) {
      const [first, ...others] = waiting.splice(0, mostTogether);
      if (first === undefined) break;
      await (others.length === 0 ? alone(first) : together([first, ...others]));
    }
    lanes.delete(lane);
  };

  return {
    run: <T>(lane: string, work: (trx: Trx) => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        const piece: Waiting = { work, resolve: (value) => resolve(value as T), reject };
        const running = lanes.get(lane);
        if (running !== undefined) {
          running.push(piece);
          return;
        }
        const waiting = [piece];
        lanes.set(lane, waiting);
        void drain(lane, waiting);
      }),
  };
};
