import { statfs } from 'node:fs/promises';
import type { getServer } from '@holdall/contract/admin-maintenance';
import type { AnswersOf } from '@holdall/contract/endpoint';
import type { Db } from '#db/database.ts';
import type { NodesService } from '#features/nodes/index.ts';
import type { Clock } from '#ports/clock.ts';
import { findDatabaseVersion } from './server-versions.repo.ts';

const timeOf = (at: number): string => new Date(at).toISOString();

type Facts = AnswersOf<typeof getServer>['data'];

/** The location of data, without secrets. */
export interface KeptIn<Kind> {
  readonly kind: Kind;
  readonly place: string;
}

/** Facts about a server's environment at its start. */
export interface Surroundings {
  /** Holdall's own. */
  readonly version: string;
  /** The machine, for people. */
  readonly host: string;
  readonly dataDir: string;
  readonly database: KeptIn<'sqlite' | 'postgres'>;
  /** Returns the image library's version. */
  readonly imageLibrary: () => Promise<string | undefined>;
  /** Returns the version of the program for thumbnails of videos; undefined if it is missing. */
  readonly ffmpeg: () => Promise<string | undefined>;
}

export interface ServerStateDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly surroundings: Surroundings;
  /** Returns the present store of files, which may change while the server runs. */
  readonly storage: () => Promise<KeptIn<'disk' | 's3'>>;
  /** Checks whether this machine meets the application's requirements. */
  readonly checkMachine: () => Promise<Facts['checks']>;
  /** Returns the holder of the licence; empty if there is none. */
  readonly licenceHolder: () => Promise<string>;
  /** Lists the servers of the installation. */
  readonly listNodes: NodesService['list'];
}

export type ServerState = () => Promise<Facts>;

/** The components of this server, and the locations of its data. */
export const createServerState =
  (deps: ServerStateDeps): ServerState =>
  async () => {
    const { db, clock, surroundings } = deps;
    const { version, dataDir, database } = surroundings;
    const { bavail, blocks, bsize } = await statfs(dataDir);
    const holder = await deps.licenceHolder();
    return {
      checks: await deps.checkMachine(),
      now: timeOf(clock.now()),
      versions: {
        holdall: version,
        node: process.versions.node,
        database: await findDatabaseVersion(db),
        image_library: (await surroundings.imageLibrary()) ?? null,
        ffmpeg: (await surroundings.ffmpeg()) ?? null,
      },
      database: { kind: database.kind, place: database.place },
      storage: await deps.storage(),
      data_directory: { path: dataDir, free: bavail * bsize, total: blocks * bsize },
      process: {
        started_at: timeOf(performance.timeOrigin),
        memory: process.memoryUsage.rss(),
        platform: `${process.platform} ${process.arch}`,
      },
      licence: holder === '' ? null : { holder },
      nodes: (await deps.listNodes())
        .filter(({ isAlive }) => isAlive)
        .map((node) => ({
          name: node.host,
          version: node.version,
          started_at: timeOf(node.startedAt),
          seen_at: timeOf(node.seenAt),
          own: node.isThis,
        })),
    };
  };
