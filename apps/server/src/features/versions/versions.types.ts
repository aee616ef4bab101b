import type { BlobRow, ItemVersionRow } from '#db/tables/files.ts';

/** The time at which a content was stored, and the principal that stored it. */
export interface Storing {
  /** Milliseconds since 1970, by the server's clock. */
  readonly storedAt: number;
  /** `user:<id>` or `guest:<link>:<visit>`; null: it was not recorded. */
  readonly storedBy: string | null;
}

/** A version, and the facts that stand with its bytes. */
export interface StoredVersion extends ItemVersionRow {
  /** Milliseconds since 1970, by the server's clock. */
  readonly replaced_at: number;
  readonly stored_at: number;
  readonly stored_by: string | null;
  /** Time at which the newer version was stored that decides how long this one stays; null: there is none. */
  readonly newer_stored_at: number | null;
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
