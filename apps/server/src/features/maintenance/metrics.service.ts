import { statfs } from 'node:fs/promises';
import type { Db } from '#db/database.ts';
import type { JobsService } from '#features/jobs/index.ts';
import { exposition, mayRead, type Metric } from './metrics.rules.ts';
import { findSums } from './metrics.repo.ts';
import type { MaintenanceService } from './maintenance.service.ts';

export interface MetricsDeps {
  readonly db: Db;
  readonly jobs: Pick<JobsService, 'counts'>;
  readonly maintenance: Pick<MaintenanceService, 'lastExamination' | 'lastBackup'>;
  readonly version: string;
  readonly dataDir: string;
  /** The operator's token; undefined disables metrics. */
  readonly metricsToken: string | undefined;
}

/** @param authorization as sent @returns undefined if the request may not read them */
export type ReadMetrics = (authorization: string | undefined) => Promise<string | undefined>;

const gauge = (name: Metric['name'], help: string, value: number): Metric => ({
  name,
  help,
  type: 'gauge',
  samples: [{ value }],
});
const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1_000);

/** Metrics of a server and its installation. */
export const createMetrics =
  ({ db, jobs, maintenance, version, dataDir, metricsToken }: MetricsDeps): ReadMetrics =>
  async (authorization) => {
    if (!mayRead(authorization, metricsToken)) return undefined;
    const [sums, counts, { report }, backup, { bavail, bsize }] = await Promise.all([
      findSums(db),
      jobs.counts(),
      maintenance.lastExamination(),
      maintenance.lastBackup(),
      statfs(dataDir),
    ]);
    const { user, system } = process.cpuUsage();
    return exposition([
      {
        name: 'holdall_info',
        type: 'gauge',
        help: 'The version that runs.',
        samples: [{ labels: { version, node: process.versions.node }, value: 1 }],
      },
      gauge('holdall_start_time_seconds', 'When the server was started.', seconds(performance.timeOrigin)),
      gauge('holdall_memory_bytes', 'Memory that the server uses.', process.memoryUsage.rss()),
      {
        name: 'holdall_cpu_seconds_total',
        type: 'counter',
        help: 'Processor time that the server has used.',
        samples: [{ value: (user + system) / 1_000_000 }],
      },
      gauge('holdall_disk_free_bytes', 'Room where the data directory is.', bavail * bsize),
      gauge('holdall_users', 'Accounts.', sums.users),
      gauge('holdall_files', 'Files, the trash included.', sums.files),
      gauge('holdall_folders', 'Folders, the trash included.', sums.folders),
      gauge('holdall_stored_bytes', 'What accounts store, the trash included.', sums.used),
      gauge('holdall_open_uploads', 'Uploads that are not finished.', sums.open_uploads),
      {
        name: 'holdall_jobs',
        type: 'gauge',
        help: 'Work in the background; dead is what was given up.',
        samples: counts.map(({ kind, state, count }) => ({ labels: { kind, state }, value: count })),
      },
      {
        name: 'holdall_examination_time_seconds',
        type: 'gauge',
        help: 'When everything was last looked at.',
        samples: report === undefined ? [] : [{ value: seconds(report.at) }],
      },
      {
        name: 'holdall_sound',
        type: 'gauge',
        help: 'Whether all was well then.',
        samples: report === undefined ? [] : [{ value: report.sound ? 1 : 0 }],
      },
      {
        name: 'holdall_backup_time_seconds',
        type: 'gauge',
        help: 'When the last backup was made.',
        samples: backup === undefined ? [] : [{ value: seconds(backup.at) }],
      },
    ]);
  };
