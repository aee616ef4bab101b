import type { Problem } from '@holdall/contract/error-codes';
import type { Item } from '@holdall/contract/files';
import { afterEach, beforeEach, expect } from 'vitest';
import type { UploadSessionRow } from '#db/tables/files.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '#testing/create-test-app.ts';
import { present } from '#testing/present.ts';
import { openStorageUnderTest, type StorageUnderTest } from '#testing/storage-under-test.ts';
import { createUploadClient, type UploadClient } from '#testing/upload-client.ts';

/** The server of the current test and its client; fresh for each test. */
export interface UploadHarness {
  readonly server: TestApp;
  /** Signed in as the administrator. */
  readonly client: UploadClient;
  readonly start: (options?: TestAppOptions) => Promise<void>;
  /** Signs in once more: sessions end when the clock is set forward. */
  readonly signInAgain: () => Promise<void>;
  /** Makes another user. */
  readonly clientOf: (email: string) => Promise<UploadClient>;
  /** Returns a client without a session. */
  readonly nobody: () => UploadClient;
  /** Address at which the server listens. */
  readonly origin: () => string;
  /** The `Cookie` header of `client`. */
  readonly cookie: () => string;
  /** Names of what is staged. */
  readonly staged: () => Promise<string[]>;
  /** Names or paths of published blobs, those in the database included. */
  readonly stored: () => Promise<string[]>;
  readonly sessions: () => Promise<UploadSessionRow[]>;
  /** Expects that no file, no blob and nothing staged is there. */
  readonly nothingStored: () => Promise<void>;
}

/** For tests that start their server themselves; it is closed for them. */
export const createUploadHarness = (): UploadHarness => {
  let running: { server: TestApp; origin: string; cookie: string; client: UploadClient } | undefined;
  let storage: StorageUnderTest | undefined;
  const server = present(() => running?.server);
  const client = present(() => running?.client);
  const clientWith = (cookie: string): UploadClient => createUploadClient(running?.origin ?? '', cookie);
  afterEach(async () => {
    await running?.server.close();
    running = undefined;
    storage?.close();
    storage = undefined;
  });

  const harness: UploadHarness = {
    server,
    client,
    start: async (options) => {
      storage ??= await openStorageUnderTest(() => server.dataDir);
      const { operator } = storage;
      const started = await createTestApp({
        ...(operator === undefined ? {} : { operatorStorage: operator }),
        ...options,
      });
      const origin = await started.listen();
      const cookie = await started.signIn();
      running = { server: started, origin, cookie, client: createUploadClient(origin, cookie) };
    },
    signInAgain: async () => {
      if (running === undefined) return;
      running.cookie = await server.signIn();
      running.client = clientWith(running.cookie);
    },
    clientOf: async (email) => {
      await server.addUser(email);
      return clientWith(await server.signIn(email));
    },
    nobody: () => clientWith(''),
    origin: () => running?.origin ?? '',
    cookie: () => running?.cookie ?? '',
    staged: async () => (await storage?.staged()) ?? [],
    stored: async () => {
      const small = await server.parts.db.selectFrom('blob_bytes').select('key').execute();
      return [...((await storage?.stored()) ?? []), ...small.map(({ key }) => key)];
    },
    sessions: () => server.parts.db.selectFrom('upload_sessions').selectAll().execute(),
    nothingStored: async () => {
      expect(await client.names()).toEqual([]);
      expect(await harness.staged()).toEqual([]);
      expect(await harness.stored()).toEqual([]);
    },
  };
  return harness;
};

/** Gives each test a fresh server. */
export const useUploads = (options: TestAppOptions = {}): UploadHarness => {
  const harness = createUploadHarness();
  beforeEach(() => harness.start(options));
  return harness;
};

/** The body of a failed call. */
export const problemOf = async (answer: Response): Promise<Problem> => (await answer.json()) as Problem;

/** The item of a call that made one. */
export const itemOf = async (answer: Response): Promise<Item> => {
  expect(answer.status).toBe(201);
  return (await answer.json()) as Item;
};
