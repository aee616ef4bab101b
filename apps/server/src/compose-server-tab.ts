import { join } from 'node:path';
import { readDiskBackups } from '#adapters/backup-shelf-disk.ts';
import type { Services } from '#app.ts';
import type { Parts } from '#compose-parts.ts';
import { createNodesService } from '#features/nodes/index.ts';
import type { StoragePlace } from '#features/storage/index.ts';
import {
  createBackupsService,
  createBlobVerifier,
  createDamageService,
  createMetrics,
  createOwnLogs,
  createSchedules,
  createScrubber,
  createServerState,
  createUpkeepService,
  createWarningChecks,
  createWarnings,
  examineOutside,
} from '#features/upkeep/index.ts';
import type { CreateChecksum } from '#lib/checksum.ts';
import { createLimitedCheck } from '#lib/limited-check.ts';

/** Where files are, without secrets. */
const keptIn = (place: StoragePlace, dataDir: string): { kind: 'disk' | 's3'; place: string } =>
  place.kind === 'disk'
    ? { kind: 'disk', place: join(dataDir, 'blobs') }
    : { kind: 's3', place: `${new URL(place.bucket.endpoint).host}/${place.bucket.bucket}` };

export interface ServerTabNeeds extends Pick<Services, 'settings' | 'jobs' | 'mail' | 'address'> {
  readonly parts: Parts;
  readonly createChecksum: CreateChecksum;
}

/** What administrators see and do of the servers themselves. */
export const composeServerTab = ({
  parts,
  settings,
  jobs,
  mail,
  address,
  createChecksum,
}: ServerTabNeeds) => {
  const { db, blobs, clock, storage, thumbnailer } = parts;
  const { surroundings } = parts;
  const storagePlace = async () => keptIn(await storage.records.place(), surroundings.dataDir);
  const strangersAt = createLimitedCheck(() => storage.strangersAt());
  const nodes = createNodesService(parts);
  const verifier = createBlobVerifier({
    ...parts,
    createChecksum,
    isOwn: async () => (await storage.owner()) === 'own',
  });
  const damage = createDamageService({
    ...parts,
    jobs,
    onLooked: () => warnings.sweepDamage(),
    verifier,
    readBackups: readDiskBackups,
    root: surroundings.backupDir,
  });
  const scrubber = createScrubber({
    db,
    clock,
    jobs,
    verifier,
    days: async () => (await settings.current()).scrub_days,
    onLooked: () => warnings.sweepDamage(),
  });
  const backups = createBackupsService({ ...surroundings.backups, db, blobs, clock, verifier });
  const upkeep = createUpkeepService({
    db,
    jobs,
    backups,
    root: surroundings.backupDir,
    encryptedTo: surroundings.backups.recipient?.name,
    dataDir: surroundings.dataDir,
    host: surroundings.host,
    examine: examineOutside(surroundings.runOutside),
  });
  const schedules = createSchedules({
    ...parts,
    jobs,
    settings: () => settings.current(),
    upkeep,
    damage,
    onError: parts.onBackgroundError,
  });
  const certificate = async () => {
    const { protocol, hostname, port } = new URL(address.origin() ?? parts.publicAddress());
    if (protocol !== 'https:') return undefined;
    const isTrusted = parts.publicUrl !== undefined;
    const endsAt = await parts.readCertificateEnd(
      hostname.replaceAll(/[[\]]/g, ''),
      port === '' ? 443 : Number(port),
      isTrusted,
    );
    return { host: hostname, endsAt };
  };
  const warnings = createWarnings({
    db,
    clock,
    mail,
    checks: createWarningChecks({
      db,
      clock,
      settings: () => settings.current(),
      jobs,
      upkeep,
      node: parts.node,
      host: surroundings.host,
      diskSpace: surroundings.diskSpace,
      probeBlobs: () => blobs.probe(),
      probeMail: async () => {
        const current = await settings.current();
        if (await mail.isConfigured(current)) await mail.tryServer(current);
      },
      certificate,
      onError: parts.onBackgroundError,
    }),
  });
  return {
    schedules,
    warnings,
    logs: createOwnLogs(surroundings.logs, { id: parts.node, host: surroundings.host }),
    metrics: createMetrics({ ...surroundings, db, jobs, upkeep }),
    upkeep,
    damage,
    scrubber,
    backups,
    nodes,
    keptIn: storagePlace,
    serverState: createServerState({
      db,
      clock,
      surroundings,
      storage: storagePlace,
      // A store that is away is what the checks say, not what keeps this page from being shown.
      storageSharedAt: () => strangersAt().catch(() => undefined),
      checkMachine: async () =>
        surroundings.checkMachine({ clock, thumbnailer, settings: await settings.current() }),
      licenceHolder: async () => (await settings.current()).licence_holder,
      listNodes: () => nodes.list(),
    }),
  };
};
