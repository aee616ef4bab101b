import type { Db } from '#db/database.ts';
import { wasOutOfSpaceSince } from '#db/out-of-space.ts';
import { syncFailureOf } from '#db/sync-failure.ts';
import type { JobsService } from '#features/jobs/index.ts';
import { countActiveLinks } from '#features/links/index.ts';
import type { SettingsService } from '#features/settings/index.ts';
import type { UsageOverview } from '#features/usage/index.ts';
import { createLimitedCheck, SilenceError } from '#lib/concurrency/limited-check.ts';
import { BlobStoreError } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import { countAccounts, countAllItems, listNewest, probeDatabase } from './dashboard.repo.ts';
import { type BlobFault, type Findings, healthOf, monthOf } from './dashboard.rules.ts';
import type { Dashboard, DatabaseState, Verification } from './dashboard.types.ts';

type Integrity = Dashboard['integrity'];

export interface DashboardDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly settings: SettingsService;
  readonly jobs: Pick<JobsService, 'counts'>;
  /** Tells whether due jobs are not picked up. */
  readonly areJobsStalled: () => Promise<boolean>;
  readonly usageOverview: () => Promise<UsageOverview>;
  /** Throws if the blob store does not work. */
  readonly probeBlobs: () => Promise<void>;
  /** Tells whether the disk of the database is full; false if that disk is not this server's. */
  readonly isDiskFull: () => boolean;
  /** Returns where files are stored now. */
  readonly storage: () => Promise<Pick<BlobFault, 'kind' | 'place'>>;
  /** Tells whether mails leave this machine. */
  readonly isMailSent: () => Promise<boolean>;
  /** Returns the result of the last full examination. */
  readonly lastExamination: () => Promise<{ readonly report: Verification | undefined }>;
  /** Returns what is known about the integrity of all files. */
  readonly integrity: () => Promise<Integrity>;
  /** Returns the open warnings. */
  readonly warnings: () => Promise<Dashboard['warnings']>;
}

const newestCount = 5;
/** Milliseconds for which the database counts as full after it refused a change for lack of room. */
const noRoomMs = 60_000;

const failureOf = async (work: Promise<unknown>): Promise<{ readonly cause: unknown } | undefined> => {
  try {
    await work;
    return undefined;
  } catch (cause) {
    return { cause };
  }
};

export type ReadDashboard = () => Promise<Dashboard>;

export const createDashboard = (deps: DashboardDeps): ReadDashboard => {
  const { db, clock, settings, jobs } = deps;
  const checkDatabase = createLimitedCheck(() => probeDatabase(db));
  const checkBlobs = createLimitedCheck(deps.probeBlobs);

  const deadJobs = async (): Promise<ReadonlyMap<string, number>> => {
    const dead = (await jobs.counts()).filter(({ state }) => state === 'dead');
    return new Map(dead.map(({ kind, count }) => [kind, count]));
  };

  const databaseState = async (): Promise<DatabaseState> => {
    if ((await failureOf(checkDatabase())) !== undefined) return 'away';
    if (syncFailureOf(db) !== undefined) return 'read_only';
    if (deps.isDiskFull()) return 'full';
    return wasOutOfSpaceSince(db, clock.now() - noRoomMs) ? 'no_room' : 'up';
  };

  /** Returns why files cannot be stored or read now. */
  const blobFault = async (): Promise<BlobFault | undefined> => {
    const failure = await failureOf(checkBlobs());
    if (failure === undefined) return undefined;
    const { cause } = failure;
    const isSilent = cause instanceof SilenceError;
    const reason = cause instanceof BlobStoreError ? cause.reason : undefined;
    return { ...(await deps.storage()), reason: isSilent ? 'timeout' : (reason ?? 'failed') };
  };

  const examine = async (): Promise<Findings> => {
    const [database, blobs, isMailSent, dead, areJobsStalled, { realtime }] = await Promise.all([
      databaseState(),
      blobFault(),
      deps.isMailSent(),
      deadJobs(),
      deps.areJobsStalled(),
      settings.current(),
    ]);
    return { database, blobs, isMailSent, deadJobs: dead, areJobsStalled, isRealtimeOn: realtime };
  };

  return async () => {
    const [users, items, links, usage, newest, findings, { report }, integrity, warnings] = await Promise.all(
      [
        countAccounts(db, monthOf(clock.now())),
        countAllItems(db),
        countActiveLinks(db, clock.now()),
        deps.usageOverview(),
        listNewest(db, newestCount),
        examine(),
        deps.lastExamination(),
        deps.integrity(),
        deps.warnings(),
      ],
    );
    return {
      users,
      items,
      links,
      usage,
      newest,
      health: healthOf(findings),
      verification: report,
      integrity,
      warnings,
    };
  };
};
