import type { Db } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';
import { clockTolerance } from './membership.ts';
import { listNodes } from './nodes.repo.ts';

export { isNodeRunning, listOtherHosts } from './nodes.repo.ts';

/** A server of the installation. */
export interface Node {
  readonly id: string;
  /** True for the server that answers. */
  readonly isThis: boolean;
  /** The machine. */
  readonly host: string;
  readonly version: string;
  /** The store of files as a phrase; empty while it starts. */
  readonly storage: string;
  /** Milliseconds by which its clock is ahead of the database's. */
  readonly clockAhead: number;
  /** True if leases and limits are affected. */
  readonly isClockOff: boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly seenAt: number;
  /** True if it has sent a heartbeat within half a minute. */
  readonly isAlive: boolean;
}

export interface NodesService {
  /** Lists the servers of the database, running ones first, and those that vanished within a day; none with SQLite. */
  list(): Promise<Node[]>;
}

/** The servers of one database, for administrators. */
export const createNodesService = ({
  db,
  node,
}: {
  readonly db: Db;
  /** This server. */
  readonly node: string;
}): NodesService => ({
  list: async () =>
    isPostgres(db)
      ? (await listNodes(db)).map((row) => ({
          id: row.id,
          isThis: row.id === node,
          host: row.host,
          version: row.version,
          storage: row.storage,
          clockAhead: row.clock_ahead,
          isClockOff: Math.abs(row.clock_ahead) > clockTolerance,
          startedAt: row.started_at,
          seenAt: row.seen_at,
          isAlive: row.alive,
        }))
      : [],
});
