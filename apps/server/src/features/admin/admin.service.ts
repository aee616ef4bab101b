import type { Db } from '#db/database.ts';
import type { ActivityService } from '#features/activity/index.ts';
import { createStallCheck, type JobsService } from '#features/jobs/index.ts';
import type { MailService } from '#features/mail/index.ts';
import type { SettingsService } from '#features/settings/index.ts';
import { createUsageOverview, type UsageService } from '#features/usage/index.ts';
import type { UsersService } from '#features/users/index.ts';
import type { Stores } from '#features/storage/index.ts';
import type { Clock } from '#ports/clock.ts';
import type { Events } from '#ports/events.ts';
import type { CredentialsDeps } from './credentials.ts';
import { createDashboard, type DashboardDeps, type ReadDashboard } from './dashboard.ts';
import type { Erasure } from './deletion.ts';
import { type AdminUsersDeps, type AdminUsersService, createAdminUsersService } from './users.ts';

/** The administration of users, and the dashboard. */
export interface AdminService {
  readonly users: AdminUsersService;
  readonly readDashboard: ReadDashboard;
  /** Continues deletions that have begun; called at the start. */
  resume(): Promise<void>;
  /** As `resume`; called periodically. */
  sweep(): Promise<void>;
}

export interface AdminDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: Events;
  readonly stores: Pick<Stores, 'active'>;
  readonly settings: SettingsService;
  readonly jobs: JobsService;
  readonly users: UsersService;
  readonly usage: UsageService;
  readonly account: CredentialsDeps['account'];
  readonly auth: CredentialsDeps['auth'];
  readonly mail: MailService;
  readonly activity: ActivityService;
  readonly images: AdminUsersDeps['images'];
  readonly lastExamination: DashboardDeps['lastExamination'];
  readonly integrity: DashboardDeps['integrity'];
  readonly warnings: DashboardDeps['warnings'];
  readonly isDiskFull: DashboardDeps['isDiskFull'];
  readonly keptIn: DashboardDeps['storage'];
  /** Erasures of data that belongs to an account, in the order in which they run. */
  readonly erasing: readonly { erase: Erasure }[];
}

export const createAdminService = (deps: AdminDeps): AdminService => {
  const { activity, stores, mail, erasing } = deps;
  const users = createAdminUsersService({
    ...deps,
    record: (on, entry) => activity.record(on, entry),
    erasures: erasing.map((part) => (userId, signal) => part.erase(userId, signal)),
  });
  return {
    users,
    readDashboard: createDashboard({
      ...deps,
      areJobsStalled: createStallCheck(deps),
      usageOverview: createUsageOverview(deps),
      probeBlobs: async () => (await stores.active()).blobs.probe(),
      storage: deps.keptIn,
      isMailSent: () => mail.isConfigured(),
    }),
    resume: () => users.resume(),
    sweep: () => users.resume(),
  };
};
