import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { switchToOperatorBucket } from './operator-bucket.ts';
import { StoreUnavailableError } from './storage.errors.ts';

let server: TestApp;
beforeEach(async () => {
  server = await createTestApp();
});
afterEach(() => server.close());

it('files are not kept elsewhere while servers run that would not find them', async () => {
  const { stores, ownership, choose } = server.parts.storage;
  const operator = {
    endpoint: 'http://127.0.0.1:9',
    region: 'eu-1',
    bucket: 'files',
    accessKey: 'key',
    secretKey: 'secret',
    pathStyle: true,
    prefix: '',
    trusted: true,
  };
  const take = (hosts: readonly string[]): Promise<void> =>
    switchToOperatorBucket({
      db: server.database.db,
      stores,
      choose,
      operator,
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
  expect(await stores.place()).toEqual({ kind: 'disk' });
});
