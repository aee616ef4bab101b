import type { GeneratedAlways, Selectable } from 'kysely';

/** Stores of bytes; every row that names bytes says in which one they are. Rows are never deleted. */
export interface StoresTable {
  id: string;
  kind: 'disk' | 's3';
  /** JSON of the bucket, its secret key sealed; without keys where the operator's configuration has them. */
  config: string;
  /** The server whose disk it is, where several could take it for theirs. */
  node_id: string | null;
  /** `active`: new bytes go there, to exactly one. `draining`: it is read until nothing is left. `retired`: not used. */
  state: 'active' | 'draining' | 'retired';
  created_at: number;
  /** The id until the store is retired. Rows refer to it, so that none can name a retired store. */
  open_id: GeneratedAlways<string | null>;
}
export type StoreRow = Omit<Selectable<StoresTable>, 'open_id'>;

/** The location of bytes, as rows have it. */
export interface StoredBytes {
  /** Null where there are none. */
  readonly store_id: string | null;
  readonly key: string;
}
