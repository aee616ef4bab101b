import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { createMigratedDatabase } from '#testing/migrated-database.ts';
import type { TestDatabase } from '#testing/test-database.ts';
import type { Db, Trx } from './database.ts';
import { createSharedTransactions, type SharedTransactions } from './shared-transactions.ts';

let database: TestDatabase;
let db: Db;
let shared: SharedTransactions;
let transactions: MockInstance<Db['transaction']>;
beforeEach(async () => {
  database = await createMigratedDatabase(':memory:');
  ({ db } = database);
  shared = createSharedTransactions(db);
  transactions = vi.spyOn(db, 'transaction');
});
afterEach(() => database.drop());

const write = (trx: Trx, name: string) =>
  trx.insertInto('settings').values({ name, value: '1', updated_at: 1 }).execute();
const written = async (): Promise<string[]> => {
  const rows = await db.selectFrom('settings').select('name').where('name', 'like', 'test:%').execute();
  return rows.map(({ name }) => name).toSorted();
};
/** Runs pieces of work while another one holds the lane, so that they wait together. */
const whileHeld = async (work: () => Promise<unknown>[]): Promise<PromiseSettledResult<unknown>[]> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = shared.run('ada', async (trx) => {
    await promise;
    await write(trx, 'test:first');
  });
  const others = work();
  resolve();
  await first;
  return Promise.allSettled(others);
};

describe('work of one lane that waits', () => {
  it('shares a transaction, in the order in which it came', async () => {
    const order: number[] = [];
    const outcomes = await whileHeld(() =>
      [1, 2, 3].map((number) =>
        shared.run('ada', async (trx) => {
          order.push(number);
          await write(trx, `test:${number}`);
          return number;
        }),
      ),
    );
    expect(outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value)).toEqual([1, 2, 3]);
    expect(order).toEqual([1, 2, 3]);
    expect(transactions).toHaveBeenCalledTimes(2);
    expect(await written()).toEqual(['test:1', 'test:2', 'test:3', 'test:first']);
  });

  it('is kept where a neighbour fails, of which nothing is kept', async () => {
    const [before, failed, violating, after] = await whileHeld(() => [
      shared.run('ada', (trx) => write(trx, 'test:1')),
      shared.run('ada', async (trx) => {
        await write(trx, 'test:2');
        throw new Error('refused');
      }),
      // PostgreSQL accepts no statement after a failed one, unless a savepoint is before it.
      shared.run('ada', (trx) => write(trx, 'test:1')),
      shared.run('ada', (trx) => write(trx, 'test:4')),
    ]);
    expect([before?.status, after?.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'refused' } });
    expect(violating).toMatchObject({ status: 'rejected' });
    expect(await written()).toEqual(['test:1', 'test:4', 'test:first']);
  });

  it('runs again as a whole after a deadlock', async () => {
    let runs = 0;
    const outcomes = await whileHeld(() => [
      shared.run('ada', (trx) => write(trx, 'test:1')),
      shared.run('ada', async (trx) => {
        await write(trx, 'test:2');
        runs += 1;
        if (runs === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
      }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(runs).toBe(2);
    expect(await written()).toEqual(['test:1', 'test:2', 'test:first']);
  });

  it('fails as a whole where the commit does, and does not run again: it may have been kept', async () => {
    let runs = 0;
    const outcomes = await whileHeld(() => {
      const broken = Object.assign(db.transaction(), {
        execute: async (work: (trx: Db) => Promise<unknown>) => {
          await work(db);
          throw new Error('the connection is lost');
        },
      });
      transactions.mockReturnValueOnce(broken);
      return [1, 2].map((number) =>
        shared.run('ada', async (trx) => {
          runs += 1;
          await write(trx, `test:${number}`);
        }),
      );
    });
    const lost = { status: 'rejected', reason: { message: 'the connection is lost' } };
    expect(outcomes).toMatchObject([lost, lost]);
    expect(runs).toBe(2);
    await shared.run('ada', (trx) => write(trx, 'test:later'));
    expect(await written()).toContain('test:later');
  });

  it('waits for a part of its lane only, where very many wait', async () => {
    const outcomes = await whileHeld(() =>
      Array.from({ length: 70 }, (_, index) => shared.run('ada', (trx) => write(trx, `test:${index}`))),
    );
    expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(transactions).toHaveBeenCalledTimes(4);
  });
});

it('work of different lanes shares no transaction', async () => {
  await Promise.all(['ada', 'bob'].map((lane) => shared.run(lane, (trx) => write(trx, `test:${lane}`))));
  expect(transactions).toHaveBeenCalledTimes(2);
  await shared.run('ada', (trx) => write(trx, 'test:later'));
  expect(await written()).toEqual(['test:ada', 'test:bob', 'test:later']);
});
