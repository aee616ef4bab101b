import type { UserStorageRow } from '#db/tables/usage.ts';

/** An account and its capacity. */
export interface Account {
  readonly ownerId: string;
  /** Bytes; null: unlimited. */
  readonly capacity: number | null;
}

/** Bytes of an account that are not free. */
export interface Occupied {
  readonly used: number;
  readonly reserved: number;
}

/** Bytes transferred for an account. */
export interface Traffic {
  readonly upload: number;
  readonly download: number;
}

/** Traffic of one day. */
export interface TrafficDay extends Traffic {
  /** Days since 1970-01-01, UTC. */
  readonly day: number;
}

/** Traffic and peak of an account's day. */
export interface UsageDay extends TrafficDay {
  /** The most bytes that were stored. */
  readonly stored: number;
}

/** An account's usage and traffic. */
export interface StorageReport {
  readonly row: UserStorageRow;
  /** Bytes; null: unlimited. */
  readonly capacity: number | null;
  /** Oldest first. */
  readonly chart: readonly UsageDay[];
  /** True if the plan meters storage by day. */
  readonly isMetered: boolean;
}
