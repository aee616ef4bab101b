import type { Category } from '@holdall/contract/files';
import type { Generated, GeneratedAlways, Selectable } from 'kysely';

/** Storage of an account, the trash included; one row a user, bytes throughout. */
export interface UserStorageTable extends Record<Category, Generated<number>> {
  user_id: string;
  /** Sum of the categories. */
  used: GeneratedAlways<number>;
  /** Sum of the account's `quota_reservations`. */
  reserved: Generated<number>;
  /** Means something where `own_capacity` is not 0; null is then unlimited. */
  capacity: Generated<number | null>;
  /**
   * 0: the installation's default capacity applies; 1: this one, where the plan limits accounts; 2: this one,
   * under any plan.
   */
  own_capacity: Generated<0 | 1 | 2>;
}
export type UserStorageRow = Selectable<UserStorageTable>;

/** Room that is held for an upload that is not finished. */
export interface QuotaReservationsTable {
  /** The id of the upload. */
  id: string;
  user_id: string;
  bytes: number;
  /** Part of `bytes` that is staged: it stays reserved after the lease has expired. */
  staged: Generated<number>;
  /** End of the lease, in milliseconds since 1970: bytes that are not `staged` are released then. */
  expires_at: number;
}

export interface UsageDaysTable {
  user_id: string;
  /** Days since 1970-01-01, UTC. */
  day: number;
  /** Bytes of uploads that were received. */
  upload: Generated<number>;
  /** Bytes of files and archives that were sent. */
  download: Generated<number>;
  /** The most bytes that were seen stored on that day. */
  stored: Generated<number>;
}
