import type { Job } from '@holdall/contract/admin-server';
import type { JobRow } from '#db/tables/jobs.ts';

const timeOf = (time: number): string => new Date(time).toISOString();

/** What whoever added a mail has left beside what is sealed. */
const labelOf = ({ payload }: JobRow): Job['attributes']['mail'] =>
  (JSON.parse(payload) as { label?: { template: string; to: string } } | null)?.label ?? null;

/** A job as administrators see it: what it is about stays inside, but for its label. */
export const presentJob = (row: JobRow): Job => ({
  id: row.id,
  type: 'job',
  attributes: {
    kind: row.kind,
    state: row.state,
    attempts: row.attempts,
    max_attempts: row.max_attempts,
    created_at: timeOf(row.created_at),
    run_at: timeOf(row.run_at),
    finished_at: row.finished_at === null ? null : timeOf(row.finished_at),
    last_error: row.last_error,
    mail: labelOf(row),
  },
});
