import type { BlobRow, ItemVersionRow } from '#db/tables/files.ts';

/** The time at which a content was stored, and the principal that stored it. */
export interface Storing {
  /** Milliseconds since 1970, by the server's clock. */
  readonly storedAt: number;
  /** `user:<id>` or `guest:<link>:<visit>`; null: it was not recorded. */
  readonly storedBy: string | null;
}

/** The administrator's choice of the versions that are kept. */
export interface Retention {
  /** `automatic`: fewer the older they get; `days`, `count`: those of so many days, or so many of each file. */
  readonly mode: 'automatic' | 'days' | 'count';
  readonly days: number;
  readonly count: number;
}

/** The times of a version that decide how long it stays. All are the server's own: a file's own time may be anything. */
export interface ThinnedVersion {
  readonly id: string;
  readonly replaced_at: number;
  readonly stored_at: number;
  /** Time at which the newer version was stored that it is compared with (`comparedWith`); null: there is none. */
  readonly newer_stored_at: number | null;
  /** Time until which a guest's change can be reverted that replaced the version; null: there is no such change. */
  readonly needed_until: number | null;
  /** Null: it is not pinned. */
  readonly label: string | null;
}

/** A version, and the facts that stand with its bytes. */
export interface StoredVersion extends ItemVersionRow, ThinnedVersion {
  readonly id: string;
  readonly label: string | null;
  readonly stored_by: string | null;
  /** Time since which the bytes are known to be damaged or missing; null: they are intact. */
  readonly damaged_at: number | null;
}

/** The users and links that principals belong to. */
export interface PrincipalIds {
  readonly users: readonly string[];
  readonly links: readonly string[];
}

/** The names of users and links by their ids; one that is gone is missing. */
export type PrincipalNames = ReadonlyMap<string, string>;

/** A page of a file's versions, newest first. */
export interface VersionsPage {
  readonly versions: readonly StoredVersion[];
  /** True if older ones follow. */
  readonly more: boolean;
  /** All versions of the file that the actor may see, and their bytes. */
  readonly count: number;
  readonly size: number;
  readonly current: Storing;
  readonly names: PrincipalNames;
}

/** A version with its bytes. */
export interface VersionContent {
  readonly version: ItemVersionRow;
  readonly blob: BlobRow;
}

/** A change of a version: pin it, take its name away if it has one, or another name; null: unpin it. */
export type LabelChange = 'pin' | 'unname' | { readonly label: string | null };

/** A version of a file, by their ids. */
export interface VersionRef {
  readonly id: string;
  readonly version: string;
}

/** The versions of a file that an actor may see. */
export interface VersionsOf {
  readonly itemId: string;
  /** The beginning of the principals whose contents are seen; undefined: all. */
  readonly storedBy: string | undefined;
}
