import type { Db } from '#db/database.ts';
import { isPostgres } from '#db/item-set.ts';
import { clockTolerance } from './membership.ts';
import { listNodes } from './nodes.repo.ts';

export { listOtherHosts } from './nodes.repo.ts';

/** A server of the installation. */
export interface Node {
  readonly id: string;
  /** Whether it is the one that answers. */
  readonly isThis: boolean;
  /** The machine. */
  readonly host: string;
  readonly version: string;
  /** Where it keeps files, in words; empty while it starts. */
  readonly storage: string;
  /** Milliseconds by which its clock is ahead of the database's. */
  readonly clockAhead: number;
  /** Whether that is so much that leases and limits suffer. */
  readonly isClockOff: boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly seenAt: number;
  /** Whether it has given a sign of life within half a minute. */
  readonly isAlive: boolean;
}

export interface NodesService {
  /** The servers that use the database, those that run first, and those that vanished within a day; none with SQLite. */
  list(): Promise<Node[]>;
}

/** The servers of one database, as administrators see them. */
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
