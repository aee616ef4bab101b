import { randomBytes } from 'node:crypto';
import type { Db, Trx } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import { isPostgres } from '#db/dialect.ts';
import { type Sealer, UnsealableError } from '#ports/sealer.ts';
import { findStaleNode } from './stale-node-check.ts';
import {
  lockNodes,
  insertNode,
  listNodes,
  type OwnNode,
  readDatabaseTime,
  removeNode,
  type SeenNode,
  updateNode,
} from './nodes.repo.ts';

/** Milliseconds between two heartbeats. */
const heartbeatEvery = 10_000;
/** Milliseconds within which a running server sends a heartbeat. */
const heartbeatWithin = heartbeatEvery + 2_000;
/** Milliseconds that a clock may differ from the database's, because leases and limits use the clocks of servers. */
export const clockTolerance = 5_000;
const keyPurpose = 'nodes';

/** Refuses to start a server beside the running ones. The message is a sentence for the operator. */
export class NodesError extends Error {
  override readonly name = 'NodesError';
}

/** The store of files. */
export interface AnnouncedStorage {
  readonly kind: 'disk' | 's3';
  /** The store as a phrase for people. */
  readonly location: string;
}

export interface Membership {
  /** The name of this server, which is unique among running servers. */
  readonly id: string;
  /** Returns the machines of other running servers that have announced their store. */
  others(): Promise<readonly string[]>;
  /**
   * Announces the store of this server, which joins the others under its name with this.
   *
   * @param note records more about it, while no other server joins
   * @throws NodesError if others would not see the files
   */
  announceStorage(where: () => Promise<AnnouncedStorage>, note?: (trx: Trx) => Promise<void>): Promise<void>;
  /** Announces that this server has stopped. */
  leave(): Promise<void>;
}

export interface JoinOptions {
  readonly db: Db;
  readonly sealer: Sealer;
  /** The name that is stored in the data directory. */
  readonly id: string;
  /** Generates another name. */
  readonly createName: () => string;
  /** Stores it in the data directory. */
  readonly keepName: (id: string) => void;
  /** Identifies the data directory among all that are in use at this moment. */
  readonly folderIdentity: string;
  readonly host: string;
  readonly version: string;
  /** Receives a sentence for the operator about a problem. */
  readonly warn: (sentence: string) => void;
  readonly onError: (error: unknown) => void;
  /** Milliseconds since 1970, by this server's clock. */
  readonly now: () => number;
  /** Milliseconds within which a running server sends a heartbeat. */
  readonly patience?: number;
}

const hostsOf = (nodes: readonly SeenNode[]): string =>
  [...new Set(nodes.map(({ host }) => host))].join(', ');

const canOpen = (sealer: Sealer, sealed: string): boolean => {
  try {
    sealer.open(sealed, keyPurpose);
    return true;
  } catch (error) {
    if (error instanceof UnsealableError) return false;
    throw error;
  }
};

/**
 * Joins the servers that share one PostgreSQL database, after checks; SQLite has one server alone.
 *
 * @throws NodesError
 */
export const joinNodes = async (options: JoinOptions): Promise<Membership> => {
  const { db, sealer, folderIdentity, host, version, warn, onError, now } = options;
  const nothing = async (): Promise<void> => undefined;
  if (!isPostgres(db))
    return { id: options.id, others: async () => [], announceStorage: nothing, leave: nothing };

  const run = randomBytes(9).toString('base64url');
  let isWarned = false;
  /** Ignores the round-trip time, which is small against a relevant difference. */
  const clockAhead = async (): Promise<number> => {
    const before = now();
    const theirs = await readDatabaseTime(db);
    const ahead = Math.round((before + now()) / 2 - theirs);
    const isOff = Math.abs(ahead) > clockTolerance;
    if (isOff && !isWarned) {
      const direction = ahead > 0 ? 'ahead of' : 'behind';
      warn(
        `The clock of this machine is ${Math.abs(Math.round(ahead / 1000))} s ${direction} the database's: set both by NTP.`,
      );
    }
    isWarned = isOff;
    return ahead;
  };

  const stale = await findStaleNode(db, {
    id: options.id,
    folderIdentity,
    patience: options.patience ?? heartbeatWithin,
  });
  const own: OwnNode = await clockAhead().then((clock_ahead) =>
    inTransaction(db, async (trx) => {
      await lockNodes(trx);
      const living = (await listNodes(trx)).filter(
        ({ alive, id, run: its, seen_at: at }) =>
          alive && !(id === stale?.id && its === stale.run && at === stale.seen_at),
      );
      const sameNode = living.find(({ id }) => id === options.id);
      const isCopy = sameNode !== undefined && sameNode.folder_identity !== folderIdentity;
      const id = isCopy ? options.createName() : options.id;
      if (isCopy)
        warn(
          `The data directory is a copy of one that is in use on ${sameNode.host}: it gets a name of its own.`,
        );
      const withAnotherKey = living.filter((node) => node.id !== id && !canOpen(sealer, node.key_check));
      if (withAnotherKey.length > 0) {
        throw new NodesError(
          `Every server of an installation needs the same HOLDALL_SECRET_KEY: the one on ${hostsOf(withAnotherKey)} has another. Set it for all of them; the key of the first one is in its secret.key.`,
        );
      }
      const key_check = sealer.seal(run, keyPurpose);
      const node = {
        id,
        run,
        folder_identity: folderIdentity,
        host,
        version,
        storage: '',
        key_check,
        clock_ahead,
      };
      await insertNode(trx, node);
      return node;
    }),
  );

  let whereFilesAre: () => Promise<AnnouncedStorage | undefined> = async () => undefined;
  const sendHeartbeat = async (): Promise<void> => {
    const clock_ahead = await clockAhead();
    const storage = (await whereFilesAre())?.location ?? '';
    if (await updateNode(db, { id: own.id, run, storage, clock_ahead })) return;
    const rows = await listNodes(db);
    if (rows.some(({ id }) => id === own.id))
      throw new Error('Another server goes by the name of this one; remove node-id from one data directory.');
    await inTransaction(db, (trx) => insertNode(trx, { ...own, storage, clock_ahead }));
  };
  const timer = setInterval(() => void sendHeartbeat().catch(onError), heartbeatEvery).unref();

  return {
    id: own.id,
    others: async () =>
      (await listNodes(db))
        .filter(({ id, alive, storage }) => alive && id !== own.id && storage !== '')
        .map((node) => node.host),
    announceStorage: async (where, note) => {
      const files = await where();
      await inTransaction(db, async (trx) => {
        await lockNodes(trx);
        const others = (await listNodes(trx)).filter(({ id, alive }) => alive && id !== own.id);
        if (files.kind === 'disk' && others.length > 0) {
          throw new NodesError(
            `Files are kept on a disk, which other servers do not see, and one runs on ${hostsOf(others)}. Stop it, or keep files in object storage: \`holdall migrate-blobs --to s3\`.`,
          );
        }
        await updateNode(trx, { id: own.id, run, storage: files.location });
        await note?.(trx);
      });
      whereFilesAre = where;
      if (own.id !== options.id) options.keepName(own.id);
    },
    leave: async () => {
      clearInterval(timer);
      await removeNode(db, { id: own.id, run });
    },
  };
};
