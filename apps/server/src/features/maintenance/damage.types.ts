import type { Failure } from './maintenance.types.ts';

/** The row of a file's blob. */
export interface BlobOnRecord {
  readonly id: string;
  /** The store that has the bytes. */
  readonly store_id: string | null;
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** The time of the last successful verification; milliseconds since 1970. */
  readonly verified_at: number | null;
  /** The time since when the bytes are known to be damaged or missing. */
  readonly damaged_at: number | null;
}

/** A scrub of all blobs that is in progress. */
export interface ScrubRun {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** The id of the last blob that was read; empty at the beginning. */
  readonly cursor: string;
  /** The total at its start, and the share that was read, in units of `costOf`. */
  readonly total: number;
  readonly done: number;
  readonly files: number;
  /** Files, included in `files`, that could not be read, so that their integrity is unknown. */
  readonly unread: number;
}

/** The stored state of the scrubber. */
export interface ScrubState {
  /** Null if the next scrub has not begun. */
  readonly run: ScrubRun | null;
  /** The last completed scrub; times in milliseconds since 1970. */
  readonly last: {
    readonly startedAt: number;
    readonly completedAt: number;
    readonly files: number;
    readonly unread: number;
  } | null;
}

/** A file whose bytes are damaged or missing. */
export interface DamagedFile {
  readonly id: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly damaged_at: number | null;
  /** The owner's e-mail. */
  readonly email: string;
}

/** The result of restoring files. */
export interface RestoreResult {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly restored: number;
  /** Files that no backup has. */
  readonly lacking: number;
  /** Files that only encrypted backups have; absent if an older version wrote this. */
  readonly encrypted?: number;
}

/** The integrity of stored bytes in figures. */
export interface IntegritySummary {
  readonly state: ScrubState;
  readonly damaged: number;
}

export interface DamagePage extends IntegritySummary {
  readonly files: readonly DamagedFile[];
  readonly isRestoring: boolean;
  readonly restored: RestoreResult | undefined;
  readonly failure: Failure | undefined;
}
