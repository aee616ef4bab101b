import type { ScheduledTask } from '@holdall/contract/admin-upkeep';
import type { ListedBackup } from './backup.types.ts';
import type { Report } from './doctor.types.ts';

/** Why work in the background came to nothing. */
export interface Failure {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly reason: string;
}

/** How a task came out, the last time. */
export interface LastRun {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** `problems`: it ran, and found something that is wrong. */
  readonly outcome: 'ok' | 'problems' | 'failed';
  /** Why it failed. */
  readonly reason: string | undefined;
}

/** A scheduled task: its last outcome and its next run. */
export interface ScheduleState {
  readonly task: ScheduledTask;
  /** Milliseconds since 1970; undefined: it is off, or not known. */
  readonly nextAt: number | undefined;
  readonly isRunning: boolean;
  readonly last: LastRun | undefined;
}

export interface BackupsPage {
  readonly backups: readonly ListedBackup[];
  readonly total: number;
  /** The machine of the server that answers. */
  readonly host: string;
  /** Where they lie. */
  readonly folder: string;
  /** Bytes that are free there. */
  readonly free: number;
  /** The public key that the next one is encrypted to; undefined: it is not encrypted. */
  readonly encryptedTo: string | undefined;
  /** Whether one is being made, or about to be. */
  readonly isComing: boolean;
  /** Names of those that are being read again, or about to be. */
  readonly verifying: readonly string[];
  /** Where the last one that was asked for could not be made. */
  readonly failure: Failure | undefined;
}

export interface Examination {
  readonly report: Report | undefined;
  readonly isComing: boolean;
  /** Where the last one that was asked for could not be made. */
  readonly failure: Failure | undefined;
}
