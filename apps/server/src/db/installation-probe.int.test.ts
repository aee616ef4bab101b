import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createInstallationProbe, type InstallationProbe } from '#db/installation-probe.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';

const hour = 3_600_000;

let server: TestApp;
let probe: InstallationProbe;
beforeEach(async () => {
  server = await createTestApp();
  probe = createInstallationProbe(() => server.database.choice);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await probe.close();
  await server.close();
});

const draft = async (updated_at: number): Promise<void> => {
  await server.database.db
    .insertInto('settings')
    .values({ name: 'setup:draft', value: '{}', updated_at })
    .execute();
};

it('a setup that was abandoned long ago is not waited for', async () => {
  await draft(Date.now() - hour);
  expect(await probe.isSetupComplete()).toBe(true);
});

it.each([0, hour])(
  'a setup in progress is waited for, and not longer by a clock that is %i ms ahead',
  async (ahead) => {
    await draft(Date.now() + ahead);
    expect([await probe.isInstalled(), await probe.isSetupComplete()]).toEqual([true, false]);
    const later = performance.now() + 60_001;
    vi.spyOn(performance, 'now').mockImplementation(() => later);
    expect(await probe.isSetupComplete()).toBe(true);
  },
);
