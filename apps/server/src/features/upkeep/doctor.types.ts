import type { DoctorCheck } from '@holdall/contract/admin-upkeep';

/** What is mended first is counted right by what follows. */
export type CheckName = DoctorCheck;

/** What came of one check. */
export interface CheckResult {
  readonly check: CheckName;
  /** `warning`: something to see to, with which nothing is lost. */
  readonly state: 'ok' | 'warning' | 'failed';
  /** How many things were looked at. */
  readonly examined: number;
  /** How many of them something is wrong with. */
  readonly found: number;
  /** How many of those were mended. */
  readonly repaired: number;
  /** The first of what was found, in words. */
  readonly examples: readonly string[];
}

/** What came of an examination. */
export interface Report {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly repair: boolean;
  /** How many of a hundred files were read. */
  readonly readPercent: number;
  readonly checks: readonly CheckResult[];
  /** Whether nothing is wrong, or nothing any more; warnings do not count. */
  readonly sound: boolean;
}

export interface ExaminationRequest {
  /** Mends what can be mended without losing anything. */
  readonly repair: boolean;
  /** How many of a hundred files are read and compared with their checksum, 0 to 100. */
  readonly readPercent: number;
}

/** How far a check is. */
export interface Progress {
  readonly check: CheckName;
  readonly examined: number;
  /** How many there are, about; undefined: nobody knows. */
  readonly total: number | undefined;
  /** Objects that the store has listed, while it is asked which there are and nothing is examined yet. */
  readonly listed?: number;
}

/** One check, while it is made. */
export interface Tally {
  readonly repair: boolean;
  /** Notes how many things there are to look at, about. */
  readonly expect: (total: number) => void;
  /** Notes that so many more things were looked at. */
  readonly look: (count?: number) => void;
  /** Notes how many objects the store has listed so far. */
  readonly list: (listed: number) => void;
  /** Notes that something is wrong. @param sentence what, for people */
  readonly fault: (sentence: string) => void;
  /** Notes that one of the faults is mended. */
  readonly mended: () => void;
  /** The faults lose nothing: they make a warning. */
  readonly soften: () => void;
}

export type Check = (tally: Tally) => Promise<void>;
