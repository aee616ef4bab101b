import type { Category } from '@holdall/contract/files';
import type { UserStorageRow } from '#db/tables/usage.ts';

/** Bytes by category; one that is absent is not concerned. */
export type BytesByCategory = Readonly<Partial<Record<Category, number>>>;

/** An account as far as its room is concerned. */
export interface Account {
  readonly ownerId: string;
  /** Bytes that it may hold; null: as much as it likes. */
  readonly capacity: number | null;
}

/** Bytes that travelled for an account. */
export interface Traffic {
  readonly upload: number;
  readonly download: number;
}

/** Traffic of one day. */
export interface TrafficDay extends Traffic {
  /** Days since 1970-01-01, UTC. */
  readonly day: number;
}

/** What is known of an account's day. */
export interface UsageDay extends TrafficDay {
  /** The most bytes that were seen stored. */
  readonly stored: number;
}

/** What an account stores, and its traffic. */
export interface StorageReport {
  readonly row: UserStorageRow;
  /** Bytes; null: unlimited. */
  readonly capacity: number | null;
  /** Oldest first. */
  readonly chart: readonly UsageDay[];
  /** Whether the plan counts what is stored by day. */
  readonly isMetered: boolean;
}
