import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Db } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';
import type { UploadSessionRow } from '#db/tables/files.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { chunkName, createUploadClient } from '#testing/upload-client.ts';
import { createUploadLocks } from './upload-lock.ts';

let server: TestApp;
let upload: UploadSessionRow;
beforeEach(async () => {
  server = await createTestApp();
  const client = createUploadClient(await server.listen(), await server.signIn());
  await client.chunk({ name: chunkName('a'), offset: 0, is_last: false }, Buffer.from('bytes'));
  upload = await server.parts.db.selectFrom('upload_sessions').selectAll().executeTakeFirstOrThrow();
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

const fail = (error: unknown): never => {
  throw error;
};
/** The database, with a counter of the updates of uploads. */
const counted = (): { db: Db; changes: () => number } => {
  const { db } = server.parts;
  let changes = 0;
  const proxy = new Proxy(db, {
    get: (target, name) => {
      if (name === 'updateTable') changes += 1;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { db: proxy, changes: () => changes };
};

it.each([
  { passed: 10_000, postgres: 1, sqlite: 0 },
  { passed: 65_000, postgres: 1, sqlite: 1 },
])(
  'heartbeats do not pile up while the database hangs, and SQLite gets few of them ($passed ms)',
  async ({ passed, postgres, sqlite }) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { db, changes } = counted();
    const locks = createUploadLocks({ db, node: 'test', onError: fail });
    await locks.withLock(upload, vi.fn<() => void>(), async (lock) => {
      await locks.takeLease(upload);
      await locks.withLease(upload, lock, async () => {
        const before = changes();
        // No answer arrives in between.
        vi.advanceTimersByTime(passed);
        expect(changes() - before).toBe(isPostgres(db) ? postgres : sqlite);
        return { kind: 'progress', uploadId: upload.name, offset: 5 };
      });
    });
  },
);
