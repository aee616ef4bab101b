import { afterEach, beforeEach } from 'vitest';
import { createTestApp, type TestApp, type TestAppOptions, testEmail } from '#testing/create-test-app.ts';
import { present } from '#testing/present.ts';
import { closeSound, createTreeClient, type TreeClient } from '#testing/tree-client.ts';

/** The server of the current test and its users; fresh for each test. */
export interface TreeHarness {
  readonly server: TestApp;
  /** The administrator. */
  readonly ada: TreeClient;
  /** Makes another user, `<name>@example.com`. */
  readonly newcomer: (name: string) => Promise<TreeClient>;
  /** Signs Ada in once more: sessions end when the clock is set forward. */
  readonly signInAgain: () => Promise<void>;
}

/** Gives each test a fresh server and an empty tree, and checks afterwards that the tree is sound. */
export const useTree = (options: TestAppOptions = {}): TreeHarness => {
  let running: { server: TestApp; ada: TreeClient } | undefined;
  const server = present(() => running?.server);
  beforeEach(async () => {
    const started = await createTestApp(options);
    running = { server: started, ada: await createTreeClient(started, testEmail) };
  });
  afterEach(async () => {
    if (running === undefined) return;
    await closeSound(running.server);
    running = undefined;
  });
  return {
    server,
    ada: present(() => running?.ada),
    newcomer: async (name) => {
      const email = `${name}@example.com`;
      await server.addUser(email);
      return createTreeClient(server, email);
    },
    signInAgain: async () => {
      if (running !== undefined)
        running = { ...running, ada: await createTreeClient(running.server, testEmail) };
    },
  };
};
