import type { DoctorCheck } from '@holdall/contract/admin-maintenance';

/** Checks in the order in which they run: repairs precede checks that depend on them. */
export type CheckName = DoctorCheck;

/** The result of one check. */
export interface CheckResult {
  readonly check: CheckName;
  /** `warning`: needs attention, but no data is lost. */
  readonly state: 'ok' | 'warning' | 'failed';
  /** Number of objects examined. */
  readonly examined: number;
  /** Number of faults. */
  readonly found: number;
  /** Number of repaired faults. */
  readonly repaired: number;
  /** The first faults, as sentences. */
  readonly examples: readonly string[];
}

/** The result of an examination. */
export interface Report {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly repair: boolean;
  /** Percentage of files that were read. */
  readonly readPercent: number;
  readonly checks: readonly CheckResult[];
  /** True if no fault remains; warnings do not count. */
  readonly sound: boolean;
}

export interface ExaminationRequest {
  /** True to repair faults without losing data. */
  readonly repair: boolean;
  /** Percentage of files to verify, 0 to 100. */
  readonly readPercent: number;
}

/** The progress of a check. */
export interface Progress {
  readonly check: CheckName;
  readonly examined: number;
  /** The approximate total; undefined if unknown. */
  readonly total: number | undefined;
}

/** The callbacks of a running check. */
export interface CheckReporter {
  readonly repair: boolean;
  /** Sets the approximate total. */
  readonly expect: (total: number) => void;
  /** Adds to the number of objects examined. */
  readonly advance: (count?: number) => void;
  /** Reports a fault. @param sentence for people */
  readonly fault: (sentence: string) => void;
  /** Reports that a fault was repaired. */
  readonly repairedOne: () => void;
  /** Turns the faults into a warning, because no data is lost. */
  readonly soften: () => void;
}

export type Check = (reporter: CheckReporter) => Promise<void>;
