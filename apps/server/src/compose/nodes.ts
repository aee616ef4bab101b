import { hostname } from 'node:os';
import { join } from 'node:path';
import { createNodeId, keepNodeId, openNodeId } from '#adapters/disk/node-id.ts';
import { folderIdentity } from '#adapters/disk/folder-identity.ts';
import { ConfigError } from '#config/load.ts';
import type { Db, Trx } from '#db/database.ts';
import { joinNodes, type Membership, NodesError } from '#features/nodes/index.ts';
import { describeLocation, type StoreLocation } from '#features/storage/index.ts';
import { systemClock } from '#ports/clock.ts';
import type { Sealer } from '#ports/sealer.ts';

export interface NodeOptions {
  readonly db: Db;
  readonly sealer: Sealer;
  readonly dataDir: string;
  /** A command has the name of its server, and is no node itself. */
  readonly server:
    | {
        readonly version: string;
        readonly warn: (sentence: string) => void;
        readonly onError: (error: unknown) => void;
      }
    | undefined;
}

const inConfigWords = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof NodesError ? new ConfigError(error.message) : error;
  }
};

export interface OpenedNode extends Omit<Membership, 'announceStorage'> {
  /**
   * Records where this server keeps files, now and from then on.
   *
   * @param note records more, while no other server joins
   * @throws ConfigError where other servers would not see the files
   */
  announceStorage(where: () => Promise<StoreLocation>, note: (trx: Trx) => Promise<void>): Promise<void>;
}

/** Names this server, and makes it one of those that use the database. @throws ConfigError where it must not be */
export const openNode = async ({ db, sealer, dataDir, server }: NodeOptions): Promise<OpenedNode> => {
  const file = join(dataDir, 'node-id');
  const id = openNodeId(file);
  if (server === undefined) {
    const nothing = async (): Promise<void> => undefined;
    return { id, others: async () => [], announceStorage: nothing, leave: nothing };
  }
  const { version, warn, onError } = server;
  const member = await inConfigWords(() =>
    joinNodes({
      db,
      sealer,
      id,
      createName: createNodeId,
      keepName: (name) => keepNodeId(file, name),
      folderIdentity: folderIdentity(dataDir),
      host: hostname(),
      version,
      warn,
      onError,
      now: () => systemClock.now(),
    }),
  );
  return {
    ...member,
    announceStorage: (where, note) =>
      inConfigWords(() =>
        member.announceStorage(async () => {
          const kept = await where();
          return { kind: kept.kind, location: describeLocation(kept) };
        }, note),
      ),
  };
};
