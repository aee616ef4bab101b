import type { Job } from '@holdall/contract/admin-server';
import type { JobRow } from '#db/tables/jobs.ts';

const timeOf = (time: number): string => new Date(time).toISOString();

/** Returns the label that is stored unsealed beside a mail. */
const labelOf = ({ payload }: JobRow): Job['attributes']['mail'] =>
  (JSON.parse(payload) as { label?: { template: string; to: string } } | null)?.label ?? null;

/** Presents a job for administrators without its payload, except for the label. */
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
