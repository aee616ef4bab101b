import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { unreachableBucket } from '#testing/unreachable-bucket.ts';
import { switchToOperatorBucket } from './operator-bucket.ts';
import { StoreUnavailableError } from './storage.errors.ts';

let server: TestApp;
beforeEach(async () => {
  server = await createTestApp();
});
afterEach(() => server.close());

it('files are not kept elsewhere while servers run that would not find them', async () => {
  const { stores, ownership, choose } = server.parts.storage;
  const take = (hosts: readonly string[]): Promise<void> =>
    switchToOperatorBucket({
      db: server.database.db,
      stores,
      choose,
      operator: unreachableBucket,
      node: 'test',
      others: async () => hosts,
      ownership,
      open: () => Promise.reject(new Error('nothing is opened')),
      warn: () => undefined,
    });
  await expect(take(['one.example.com', 'one.example.com'])).rejects.toThrow(
    /in the data directory, .* names the bucket files .* that run \(one\.example\.com\) .* stop them first/,
  );
  await expect(take(['one.example.com'])).rejects.toThrow(StoreUnavailableError);
  expect(await server.database.db.selectFrom('stores').select('kind').execute()).toEqual([{ kind: 'disk' }]);
  expect(await stores.location()).toEqual({ kind: 'disk' });
});
