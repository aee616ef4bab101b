import { expect } from 'vitest';
import type { TestApp } from '#testing/create-test-app.ts';
import { eventually } from '#testing/eventually.ts';

/** Runs the queue, and waits until no job of a kind is due. */
export const jobsDone = async (
  { services, parts, clock }: Pick<TestApp, 'services' | 'parts' | 'clock'>,
  kind: string,
): Promise<void> => {
  services.jobs.start();
  services.jobs.nudge();
  // A job that was requested again while it ran is due a millisecond after it has ended.
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
