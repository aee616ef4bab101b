import { expect } from 'vitest';
import type { TestApp } from '#testing/create-test-app.ts';
import { eventually } from '#testing/eventually.ts';

/** Has the queue do what it has to do, and waits until no job of a kind is due any more. */
export const jobsDone = async (
  { services, parts, clock }: Pick<TestApp, 'services' | 'parts' | 'clock'>,
  kind: string,
): Promise<void> => {
  services.jobs.start();
  services.jobs.nudge();
  // One that was asked for once more while it ran is due a millisecond after it has ended.
  const due = () =>
    parts.db
      .selectFrom('jobs')
      .select(['id', 'last_error'])
      .where('kind', '=', kind)
      .where('finished_at', 'is', null)
      .where('run_at', '<=', clock.now() + 10)
      .execute();
  await eventually(async () => expect(await due()).toEqual([]));
};

/** Waits until everything that was deleted for good is gone. */
export const purged = (server: Parameters<typeof jobsDone>[0]): Promise<void> => jobsDone(server, 'purge');
