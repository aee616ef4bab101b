import { join } from 'node:path';
import type { Services } from '#app.ts';
import type { Parts } from '#compose-parts.ts';
import { createNodesService } from '#features/nodes/index.ts';
import type { StoragePlace } from '#features/storage/index.ts';
import {
  createBackupsService,
  createMetrics,
  createOwnLogs,
  createServerState,
  createUpkeepService,
  examineOutside,
} from '#features/upkeep/index.ts';

/** Where files are, without secrets. */
const keptIn = (place: StoragePlace, dataDir: string): { kind: 'disk' | 's3'; place: string } =>
  place.kind === 'disk'
    ? { kind: 'disk', place: join(dataDir, 'blobs') }
    : { kind: 's3', place: `${new URL(place.bucket.endpoint).host}/${place.bucket.bucket}` };

export interface ServerTabNeeds extends Pick<Services, 'settings' | 'jobs'> {
  readonly parts: Parts;
}

/** What administrators see and do of the servers themselves. */
export const composeServerTab = ({ parts, settings, jobs }: ServerTabNeeds) => {
  const { db, blobs, clock, storage, thumbnailer } = parts;
  const { surroundings } = parts;
  const nodes = createNodesService(parts);
  const upkeep = createUpkeepService({
    db,
    jobs,
    backups: createBackupsService({ ...surroundings.backups, db, blobs, clock }),
    root: surroundings.backupDir,
    dataDir: surroundings.dataDir,
    host: surroundings.host,
    examine: examineOutside(surroundings.runOutside),
  });
  return {
    logs: createOwnLogs(surroundings.logs, { id: parts.node, host: surroundings.host }),
    metrics: createMetrics({ ...surroundings, db, jobs, upkeep }),
    upkeep,
    nodes,
    serverState: createServerState({
      db,
      clock,
      surroundings,
      storage: async () => keptIn(await storage.records.place(), surroundings.dataDir),
      // A store that is away is what the checks say, not what keeps this page from being shown.
      storageSharedAt: () => storage.strangersAt().catch(() => undefined),
      checkMachine: async () =>
        surroundings.checkMachine({ clock, thumbnailer, settings: await settings.current() }),
      licenceHolder: async () => (await settings.current()).licence_holder,
      listNodes: () => nodes.list(),
    }),
  };
};
