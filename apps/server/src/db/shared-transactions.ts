import { sql } from 'kysely';
import type { Db, Trx } from './database.ts';
import { isConflict } from './errors.ts';
import { inTransaction } from './in-transaction.ts';

/** Pieces of work that one transaction holds at most: others of the database wait for it. */
const mostTogether = 32;

/** Transactions that pieces of work share: what one commit costs is paid once for all of them. */
export interface SharedTransactions {
  /**
   * Runs work in a transaction, together with work of the same lane that waits, in the order in which it came. It resolves when
   * the transaction is durable. Where one piece fails, nothing of it is kept, and its neighbours are not affected; the end of
   * the transaction as a whole, by a full disk or a lost connection, fails all of them. As with `inTransaction`, work may run
   * more than once, and changes nothing but the database.
   *
   * @param lane work that locks the same rows
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

const run = async (trx: Trx, { work, resolve }: Waiting): Promise<Settle> => {
  const value = await work(trx);
  return () => resolve(value);
};

/** Runs work whose changes alone are undone where it fails. @throws what ends the transaction as a whole */
const runInSavepoint = async (trx: Trx, piece: Waiting): Promise<Settle> => {
  await sql`savepoint piece`.execute(trx);
  try {
    const settle = await run(trx, piece);
    await sql`release savepoint piece`.execute(trx);
    return settle;
  } catch (error) {
    if (isConflict(error)) throw error;
    try {
      await sql`rollback to savepoint piece`.execute(trx);
      await sql`release savepoint piece`.execute(trx);
    } catch {
      // A full disk, for one, has ended the transaction: that is what is to be told.
      throw error;
    }
    return () => piece.reject(error);
  }
};

export const createSharedTransactions = (db: Db): SharedTransactions => {
  const lanes = new Map<string, Waiting[]>();

  /** @returns false where a piece has failed, so that nothing is kept @throws what the commit answered: it may be kept */
  const runTogether = async (pieces: readonly Waiting[], runPiece: typeof run): Promise<boolean> => {
    let isWhole = false;
    let settled: Settle[] = [];
    try {
      await inTransaction(db, async (trx) => {
        [isWhole, settled] = [false, []];
        for (const piece of pieces) settled.push(await runPiece(trx, piece));
        isWhole = true;
      });
    } catch (error) {
      if (isWhole || runPiece !== run) throw error;
      return false;
    }
    for (const settle of settled) settle();
    return true;
  };

  /** Savepoints cost a third of what the pieces do, and few pieces fail, so they come with a second attempt. */
  const settleAll = async (pieces: readonly Waiting[]): Promise<void> => {
    try {
      if (!(await runTogether(pieces, run))) await runTogether(pieces, runInSavepoint);
    } catch (error) {
      for (const { reject } of pieces) reject(error);
    }
  };

  const drain = async (lane: string, waiting: Waiting[]): Promise<void> => {
    while (waiting.length > 0) {
      const pieces = waiting.splice(0, mostTogether);
      const [first] = pieces;
      if (pieces.length > 1) await settleAll(pieces);
      else if (first !== undefined) await inTransaction(db, first.work).then(first.resolve, first.reject);
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
