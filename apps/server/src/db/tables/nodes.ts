import type { Selectable } from 'kysely';

/** The servers that use the database, or did until a short time ago. */
export interface NodesTable {
  /** The server's name, the same after each start. */
  id: string;
  /** Which start of it this is. */
  run: string;
  /** Tells its data directory from those of all other servers that run now. */
  folder_identity: string;
  /** The machine, for people. */
  host: string;
  version: string;
  /** The store of its bytes: servers of one installation have to agree. */
  storage: string;
  /** Sealed by the node's secret key: a node that can open it has the same key. */
  key_check: string;
  /** Milliseconds by which its clock is ahead of the database's. */
  clock_ahead: number;
  /** Milliseconds since 1970, by the database's clock. */
  started_at: number;
  seen_at: number;
}
export type NodeRow = Selectable<NodesTable>;
