import { expect, vi } from 'vitest';
import type { TestApp } from '#testing/create-test-app.ts';

/** Has the queue do what it has to do, and waits until everything that was deleted for good is gone. */
export const purged = async ({ services, parts }: Pick<TestApp, 'services' | 'parts'>): Promise<void> => {
  services.jobs.start();
  const open = parts.db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', 'purge')
    .where('finished_at', 'is', null);
  await vi.waitFor(async () => expect(await open.execute()).toEqual([]), { timeout: 20_000, interval: 5 });
};
