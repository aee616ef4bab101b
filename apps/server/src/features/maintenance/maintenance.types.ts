import type { ScheduledTask } from '@holdall/contract/admin-maintenance';
import type { ListedBackup } from './backup.types.ts';
import type { Report } from './doctor.types.ts';

/** A failure of background work. */
export interface Failure {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly reason: string;
}

/** The last result of a task. */
export interface LastRun {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** `problems`: it ran, and found faults. */
  readonly outcome: 'ok' | 'problems' | 'failed';
  /** The reason of a failure. */
  readonly reason: string | undefined;
}

/** A scheduled task: its last outcome and its next run. */
export interface ScheduleState {
  readonly task: ScheduledTask;
  /** Milliseconds since 1970; undefined if it is off or unknown. */
  readonly nextAt: number | undefined;
  readonly isRunning: boolean;
  readonly last: LastRun | undefined;
}

export interface BackupsPage {
  readonly backups: readonly ListedBackup[];
  readonly total: number;
  /** The machine of the server that answers. */
  readonly host: string;
  /** The folder of backups. */
  readonly folder: string;
  /** Free bytes in that folder. */
  readonly free: number;
  /** The public key that the next one is encrypted to; undefined if it is not encrypted. */
  readonly encryptedTo: string | undefined;
  /** True if one waits or runs. */
  readonly isComing: boolean;
  /** Names of those that are being verified, or will be. */
  readonly verifying: readonly string[];
  /** The failure of the last requested one. */
  readonly failure: Failure | undefined;
}

export interface Examination {
  readonly report: Report | undefined;
  readonly isComing: boolean;
  /** The failure of the last requested one. */
  readonly failure: Failure | undefined;
}
