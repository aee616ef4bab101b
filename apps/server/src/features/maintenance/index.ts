export { BackupBusyError, BackupRefusedError } from './backup-folder.ts';
export {
  type BackupDeps,
  type BackupReader,
  type BackupsService,
  createBackupReader,
  createBackupsService,
} from './backup.service.ts';
export type { BackupResult, BackupSummary } from './backup.types.ts';
export type { DoctorDeps } from './doctor-checks.ts';
export { examine } from './doctor.ts';
export type { CheckName, CheckResult, Progress, Report } from './doctor.types.ts';
export { registerLogsRoutes } from './logs.routes.ts';
export { createCertificateCheck } from './certificate.ts';
export { createOwnLogs, type OwnLogs } from './own-logs.service.ts';
export { examineInChildProcess, type RunChildProcess } from './child-process.ts';
export { keyOfBackup } from './manifests.ts';
export { restoreBackup } from './restore.ts';
export type { Restored, RestoreRequest } from './restore.types.ts';
export { begunRestore, RestoreRefusedError, type RestoreTarget, restoringFile } from './restore-target.ts';
export { createServerState, type ServerState, type Surroundings } from './server-state.service.ts';
export { registerMaintenanceRoutes } from './maintenance.routes.ts';
export { createMetrics, type ReadMetrics } from './metrics.service.ts';
export { registerMetricsRoutes } from './metrics.routes.ts';
export {
  createMaintenanceService,
  saveBackupResult,
  saveReport,
  type MaintenanceService,
} from './maintenance.service.ts';
export { type BlobVerifier, createBlobVerifier } from './blob-verifier.service.ts';
export { createDamageService, type DamageService } from './damage.service.ts';
export { registerDamageRoutes } from './damage.routes.ts';
export { presentIntegrity } from './damage.present.ts';
export { type FileRestoreDeps, findStoredFile, restoreFiles } from './file-restore.ts';
export { createSchedules, type Schedules } from './schedules.service.ts';
export { createScrubber, suspectMissing } from './scrubber.service.ts';
export { createWarningChecks } from './warning-checks.service.ts';
export { presentWarnings } from './warnings.present.ts';
export { createWarnings, type Warnings } from './warnings.service.ts';
export { BackupGoneError, type ExaminedBackup } from './backup-verification.ts';
