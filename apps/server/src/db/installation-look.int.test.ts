import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createInstallationLook, type InstallationLook } from '#db/installation-look.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';

const hour = 3_600_000;

let server: TestApp;
let look: InstallationLook;
beforeEach(async () => {
  server = await createTestApp();
  look = createInstallationLook(() => server.database.choice);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await look.close();
  await server.close();
});

const draft = async (updated_at: number): Promise<void> => {
  await server.database.db
    .insertInto('settings')
    .values({ name: 'setup:draft', value: '{}', updated_at })
    .execute();
};

it('who ended the making of an installation long ago is not waited for', async () => {
  await draft(Date.now() - hour);
  expect(await look.lookForEnded()).toBe(true);
});

it.each([0, hour])(
  'who is about to end it is waited for, by a clock that is %i ms ahead not longer',
  async (ahead) => {
    await draft(Date.now() + ahead);
    expect([await look.look(), await look.lookForEnded()]).toEqual([true, false]);
    const later = performance.now() + 60_001;
    vi.spyOn(performance, 'now').mockImplementation(() => later);
    expect(await look.lookForEnded()).toBe(true);
  },
);
