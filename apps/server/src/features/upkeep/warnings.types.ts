import type { WarningCode } from '@holdall/contract/admin-server';

/** Values of a warning's placeholders. */
export type WarningFacts = Readonly<Record<string, string | number>>;

/** Something that an administrator has to see to. */
export interface Warning {
  readonly code: WarningCode;
  /** `free`: bytes; `date`: ISO time. */
  readonly facts: WarningFacts;
}

/** The result of one check. */
export interface Verdict {
  /** Names what was looked at, with the server where it is one server's. */
  readonly name: string;
  /** Undefined: nothing is wrong. */
  readonly warning: Warning | undefined;
  /** Milliseconds for which it must last before anybody is told. */
  readonly patience: number;
}

/** A warning that is kept. */
export interface OpenWarning extends Warning {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** True if administrators were told. */
  readonly isTold: boolean;
}

/** How much was free on a disk at a time. */
export interface SpaceSample {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Bytes. */
  readonly free: number;
}
