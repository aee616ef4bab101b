import type { Failure } from './upkeep.types.ts';

/** The blob of files, as the rows know it. */
export interface BlobOnRecord {
  readonly id: string;
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** When the bytes were last read and found sound; milliseconds since 1970. */
  readonly verified_at: number | null;
  /** Since when the bytes are known to be damaged or missing. */
  readonly damaged_at: number | null;
}

/** A reading of every blob that is under way. */
export interface ScrubRun {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** The id of the last blob that was read; empty at the beginning. */
  readonly cursor: string;
  /** What there was to read when it began, and what was read of it, as `costOf` counts. */
  readonly total: number;
  readonly done: number;
  readonly files: number;
  /** Of `files` those that the store did not give: nothing is known of them. */
  readonly unread: number;
}

/** How far the scrubber is, as it is kept. */
export interface ScrubState {
  /** Null: the next reading has not begun. */
  readonly run: ScrubRun | null;
  /** The last reading that came to its end; times in milliseconds since 1970. */
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
  /** Of its owner. */
  readonly email: string;
}

/** How an attempt to bring files back came out. */
export interface RestoreNote {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly restored: number;
  /** Files that no backup has. */
  readonly lacking: number;
  /** Files that are in encrypted backups alone; absent: an older version wrote this down. */
  readonly encrypted?: number;
}

/** What is known of stored bytes, in figures. */
export interface IntegritySummary {
  readonly state: ScrubState;
  readonly damaged: number;
}

export interface DamagePage extends IntegritySummary {
  readonly files: readonly DamagedFile[];
  readonly isRestoring: boolean;
  readonly restored: RestoreNote | undefined;
  readonly failure: Failure | undefined;
}
