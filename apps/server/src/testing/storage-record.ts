import type { Selectable } from 'kysely';
import { expect } from 'vitest';
import type { QuotaReservationsTable, UserStorageRow } from '#db/tables/usage.ts';
import type { TestApp } from '#testing/create-test-app.ts';

export interface StorageRecord {
  /** Reads the usage record of the only account. */
  readonly account: () => Promise<UserStorageRow>;
  readonly reservations: () => Promise<Selectable<QuotaReservationsTable>[]>;
  /** Gives the account a capacity of its own. */
  readonly setCapacity: (bytes: number | null) => Promise<void>;
  /** Expects so many stored bytes, no reservations, and a correct record. */
  readonly settledAt: (used: number) => Promise<void>;
}

/** Reads the usage records of a test server's first account. */
export const storageRecordOf = (server: Pick<TestApp, 'parts' | 'services'>): StorageRecord => {
  const record: StorageRecord = {
    account: () =>
      server.parts.db.selectFrom('user_storage').selectAll().orderBy('user_id').executeTakeFirstOrThrow(),
    reservations: () => server.parts.db.selectFrom('quota_reservations').selectAll().execute(),
    setCapacity: async (bytes) => {
      await server.services.usage.setCapacity((await record.account()).user_id, bytes);
    },
    settledAt: async (used) => {
      expect(await record.account()).toMatchObject({ used, reserved: 0 });
      expect(await record.reservations()).toEqual([]);
      expect(await server.services.usage.verifyUsage()).toEqual([]);
    },
  };
  return record;
};
