import type { HealthPart, HealthState } from '@holdall/contract/admin-server';
import { healthMessages } from '@holdall/contract/messages/en.health';
import type { Health } from './dashboard.types.ts';

/** When the present month began (UTC), in milliseconds since 1970. */
export const monthOf = (now: number): number => {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
};

/** What was found out about the parts of the installation. */
export interface Findings {
  readonly isDatabaseUp: boolean;
  readonly areBlobsUp: boolean;
  /** Whether mails leave this machine. */
  readonly isMailSent: boolean;
  /** Jobs that were given up, by kind. */
  readonly deadJobs: ReadonlyMap<string, number>;
  /** Whether nobody does the jobs that are due. */
  readonly areJobsStalled: boolean;
  readonly isRealtimeOn: boolean;
}

const mailKind = 'mail';

const well = (part: HealthPart): Health => ({ part, state: 'ok', reason: null, code: null });
type Reason = keyof typeof healthMessages extends `health.${infer Name}` ? Name : never;
const ill = (part: HealthPart, state: HealthState, reason: Reason): Health => ({
  part,
  state,
  reason: healthMessages[`health.${reason}`],
  code: reason,
});

const mailOf = ({ isMailSent, deadJobs }: Findings): Health => {
  if (!isMailSent) return ill('mail', 'warning', 'mail.folder');
  return (deadJobs.get(mailKind) ?? 0) > 0 ? ill('mail', 'warning', 'mail.given_up') : well('mail');
};

const jobsOf = ({ deadJobs, areJobsStalled }: Findings): Health => {
  if (areJobsStalled) return ill('jobs', 'failed', 'jobs.stalled');
  return deadJobs.size > 0 ? ill('jobs', 'warning', 'jobs.given_up') : well('jobs');
};

/** How each part of the installation is, and in words what is wrong with it. */
export const healthOf = (findings: Findings): Health[] => [
  findings.isDatabaseUp ? well('database') : ill('database', 'failed', 'database.away'),
  findings.areBlobsUp ? well('blobs') : ill('blobs', 'failed', 'blobs.away'),
  mailOf(findings),
  jobsOf(findings),
  findings.isRealtimeOn ? well('realtime') : ill('realtime', 'warning', 'realtime.off'),
];
