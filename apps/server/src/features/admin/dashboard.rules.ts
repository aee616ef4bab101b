import type { HealthPart, HealthState } from '@holdall/contract/admin-server';
import { healthMessages } from '@holdall/contract/messages/en.health';
import { errorMessages } from '@holdall/contract/messages/en.errors';
import type { StorageFailure } from '#ports/object-storage.ts';
import type { DatabaseState, Health } from './dashboard.types.ts';

/** Returns the start of the present month (UTC), in milliseconds since 1970. */
export const monthOf = (now: number): number => {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
};

/** A reason why files cannot be stored or read. */
export interface BlobFault {
  readonly kind: 'disk' | 's3';
  /** The folder, or the endpoint's host and the bucket. */
  readonly place: string;
  readonly reason: StorageFailure;
}

/** Results of probing the parts of the installation. */
export interface Findings {
  readonly database: DatabaseState;
  /** Undefined if files can be stored and read. */
  readonly blobs: BlobFault | undefined;
  /** True if mails leave this machine. */
  readonly isMailSent: boolean;
  /** Jobs that were given up, by kind. */
  readonly deadJobs: ReadonlyMap<string, number>;
  /** True if due jobs are not picked up. */
  readonly areJobsStalled: boolean;
  readonly isRealtimeOn: boolean;
}

const mailKind = 'mail';

const nothing = { reason: null, code: null, place: null, cause: null } as const;
const well = (part: HealthPart): Health => ({ part, state: 'ok', ...nothing });
type Reason = keyof typeof healthMessages extends `health.${infer Name}` ? Name : never;
const ill = (part: HealthPart, state: HealthState, reason: Reason): Health => ({
  ...nothing,
  part,
  state,
  reason: healthMessages[`health.${reason}`],
  code: reason,
});

const databaseOf = ({ database }: Findings): Health =>
  database === 'up' ? well('database') : ill('database', 'failed', `database.${database}`);

const blobsOf = ({ blobs }: Findings): Health => {
  if (blobs === undefined) return well('blobs');
  const { kind, place, reason } = blobs;
  if (kind === 'disk') return ill('blobs', 'failed', reason === 'timeout' ? 'blobs.silent' : 'blobs.away');
  const cause = `object_storage.${reason}` as const;
  const health = ill('blobs', 'failed', 'blobs.store');
  const sentence = healthMessages['health.blobs.store']
    .replace('{{place}}', () => place)
    .replace('{{why}}', () => errorMessages[`errors.${cause}`]);
  return { ...health, reason: sentence, place, cause };
};

const mailOf = ({ isMailSent, deadJobs }: Findings): Health => {
  if (!isMailSent) return ill('mail', 'warning', 'mail.folder');
  return (deadJobs.get(mailKind) ?? 0) > 0 ? ill('mail', 'warning', 'mail.given_up') : well('mail');
};

const jobsOf = ({ deadJobs, areJobsStalled }: Findings): Health => {
  if (areJobsStalled) return ill('jobs', 'failed', 'jobs.stalled');
  return deadJobs.size > 0 ? ill('jobs', 'warning', 'jobs.given_up') : well('jobs');
};

/** Returns the health of each part of the installation, with a sentence about what is wrong. */
export const healthOf = (findings: Findings): Health[] => [
  databaseOf(findings),
  blobsOf(findings),
  mailOf(findings),
  jobsOf(findings),
  findings.isRealtimeOn ? well('realtime') : ill('realtime', 'warning', 'realtime.off'),
];
