import type { WarningCode } from '@holdall/contract/admin-server';

/** Values of a warning's placeholders. */
export type WarningFacts = Readonly<Record<string, string | number>>;

/** A problem that an administrator has to solve. */
export interface Warning {
  readonly code: WarningCode;
  /** `free`: bytes; `date`: ISO time. */
  readonly facts: WarningFacts;
}

/** The result of one check. */
export interface Verdict {
  /** The condition, with the server if it belongs to one. */
  readonly name: string;
  /** Undefined if there is no problem. */
  readonly warning: Warning | undefined;
  /** Milliseconds that it must last before administrators are mailed. */
  readonly patience: number;
}

/** A stored warning. */
export interface OpenWarning extends Warning {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** True if administrators were mailed. */
  readonly isReported: boolean;
}

/** The free space of a disk at a time. */
export interface SpaceSample {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Bytes. */
  readonly free: number;
}
