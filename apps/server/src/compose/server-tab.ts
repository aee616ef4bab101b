import { readDiskBackups } from '#adapters/disk/backup-store-disk.ts';
import type { Services } from '#app.ts';
import type { Infrastructure } from '#compose/infrastructure.ts';
import { createNodesService } from '#features/nodes/index.ts';
import { storedIn } from '#features/storage/index.ts';
import {
  createBackupsService,
  createBlobVerifier,
  createCertificateCheck,
  createDamageService,
  createMetrics,
  createOwnLogs,
  createSchedules,
  createScrubber,
  createServerState,
  createMaintenanceService,
  createWarningChecks,
  createWarnings,
  examineInChildProcess,
} from '#features/maintenance/index.ts';
import type { CreateChecksum } from '#lib/checksum.ts';

export interface ServerTabNeeds extends Pick<Services, 'settings' | 'jobs' | 'mail' | 'address'> {
  readonly infrastructure: Infrastructure;
  readonly createChecksum: CreateChecksum;
}

/** Composes the administrators' views and tasks of the servers. */
export const composeServerTab = ({
  infrastructure,
  settings,
  jobs,
  mail,
  address,
  createChecksum,
}: ServerTabNeeds) => {
  const { db, clock, storage, thumbnailer } = infrastructure;
  const { stores } = storage;
  const { hostEnvironment } = infrastructure;
  const storageLocation = async () => storedIn(await stores.location(), hostEnvironment.dataDir);
  const nodes = createNodesService(infrastructure);
  const verifier = createBlobVerifier({
    ...infrastructure,
    stores,
    createChecksum,
    isOwn: async () => (await storage.owner()) === 'own',
  });
  const damage = createDamageService({
    ...infrastructure,
    stores,
    jobs,
    onChecked: () => warnings.sweepDamage(),
    verifier,
    readBackups: readDiskBackups,
    root: hostEnvironment.backupDir,
  });
  const scrubber = createScrubber({
    db,
    clock,
    jobs,
    verifier,
    days: async () => (await settings.current()).scrub_days,
    onChecked: () => warnings.sweepDamage(),
  });
  const backups = createBackupsService({ ...hostEnvironment.backups, db, stores, clock, verifier });
  const maintenance = createMaintenanceService({
    db,
    jobs,
    backups,
    root: hostEnvironment.backupDir,
    encryptedTo: hostEnvironment.backups.recipient?.name,
    dataDir: hostEnvironment.dataDir,
    host: hostEnvironment.host,
    examine: examineInChildProcess(hostEnvironment.runOutside),
  });
  const schedules = createSchedules({
    ...infrastructure,
    jobs,
    settings: () => settings.current(),
    maintenance,
    damage,
    onError: infrastructure.onBackgroundError,
  });
  const warnings = createWarnings({
    db,
    clock,
    mail,
    checks: createWarningChecks({
      db,
      clock,
      settings: () => settings.current(),
      jobs,
      maintenance,
      node: infrastructure.node,
      host: hostEnvironment.host,
      diskSpace: hostEnvironment.diskSpace,
      probeBlobs: async () => (await stores.active()).blobs.probe(),
      mail,
      readCertificate: createCertificateCheck({
        origin: () => address.origin() ?? infrastructure.publicAddress(),
        isTrusted: infrastructure.publicUrl !== undefined,
        readEnd: infrastructure.readCertificateEnd,
      }),
      onError: infrastructure.onBackgroundError,
    }),
  });
  return {
    schedules,
    warnings,
    logs: createOwnLogs(hostEnvironment.logs, { id: infrastructure.node, host: hostEnvironment.host }),
    metrics: createMetrics({ ...hostEnvironment, db, jobs, maintenance }),
    maintenance,
    damage,
    scrubber,
    backups,
    nodes,
    keptIn: storageLocation,
    serverState: createServerState({
      db,
      clock,
      surroundings: hostEnvironment,
      storage: storageLocation,
      checkMachine: async () =>
        hostEnvironment.checkMachine({ clock, thumbnailer, settings: await settings.current() }),
      licenceHolder: async () => (await settings.current()).licence_holder,
      listNodes: () => nodes.list(),
    }),
  };
};
