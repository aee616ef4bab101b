import type { Category } from '@holdall/contract/files';

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
