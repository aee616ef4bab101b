import { statfs } from 'node:fs/promises';
import type { Db } from '#db/database.ts';
import { JobFailedError, type JobsService, type NewJob } from '#features/jobs/index.ts';
import type { BackupsService } from './backup.service.ts';
import type { BackupResult } from './backup.types.ts';
import type { Report, ExaminationRequest } from './doctor.types.ts';
import { findResult, saveResult } from './results.repo.ts';
import type { TimedTask } from './schedules.rules.ts';
import type { BackupsPage, Examination, Failure, LastRun } from './maintenance.types.ts';
import { BackupGoneError } from './backup-verification.ts';

/** Backups and examinations, for administrators. */
export interface MaintenanceService {
  /** Starts a backup in the background, unless one waits or runs already. */
  backUpNow(): Promise<void>;
  /** Starts verifying a backup in the background. @returns whether there is one of this name */
  verify(name: string): Promise<boolean>;
  listBackups(part: { readonly offset: number; readonly limit: number }): Promise<BackupsPage>;
  /** Starts an examination in the background, unless one waits or runs already. */
  examineNow(request: ExaminationRequest): Promise<void>;
  /** Returns the result of the last examination. */
  lastExamination(): Promise<Examination>;
  /** Returns the result of the last backup or examination; undefined if there was none. */
  lastRun(task: TimedTask): Promise<LastRun | undefined>;
  /** Tells whether one waits or runs. */
  isRunning(task: TimedTask): Promise<boolean>;
  /** Returns the time of the last backup. */
  lastBackup(): Promise<{ readonly at: number } | undefined>;
}

export interface MaintenanceDeps {
  readonly db: Db;
  readonly jobs: Pick<JobsService, 'handle' | 'enqueue' | 'isOpen' | 'page'>;
  readonly backups: BackupsService;
  /** The folder of backups. */
  readonly root: string;
  /** The public key that they are encrypted to; undefined if they are not encrypted. */
  readonly encryptedTo: string | undefined;
  readonly dataDir: string;
  /** The machine, for people. */
  readonly host: string;
  /** Runs an examination in a child process, without blocking requests. It stops when the signal is aborted. */
  readonly examine: (request: ExaminationRequest, signal: AbortSignal) => Promise<Report>;
}

const kinds = { backup: 'backup', verification: 'backup.check', examination: 'doctor' } as const;
const kindsOfTasks = { backup: kinds.backup, doctor: kinds.examination } as const;

/** Returns the job of a scheduled backup or examination. @param keep backups that a backup leaves, itself included */
export const scheduledJob = (task: TimedTask, keep: number): NewJob => {
  const kind = kindsOfTasks[task];
  const request: ExaminationRequest = { repair: false, readPercent: 0 };
  return { kind, dedupeKey: kind, payload: task === 'backup' ? { keep } : request };
};

/** Verifications in progress that are listed. */
const verificationsShown = 100;

/** Stores the result of an examination. */
export const saveReport = (db: Db, report: Report): Promise<void> =>
  saveResult(db, { name: 'maintenance:doctor', value: JSON.stringify(report), at: report.at });

/** Stores the result of a backup. */
export const saveBackupResult = (db: Db, result: BackupResult): Promise<void> =>
  saveResult(db, { name: 'maintenance:backup', value: JSON.stringify(result), at: result.at });

/** Returns the free bytes of a folder, or of the one that it will be created in. */
const freeIn = async (folder: string, above: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder).catch(() => statfs(above));
  return bavail * bsize;
};

export const createMaintenanceService = ({
  db,
  jobs,
  backups,
  root,
  encryptedTo,
  dataDir,
  host,
  examine,
}: MaintenanceDeps): MaintenanceService => {
  jobs.handle(kinds.backup, {
    maxAttempts: 1,
    run: async (payload, { signal }) => {
      const { keep } = payload as { readonly keep?: number };
      await saveBackupResult(db, await backups.make({ root, link: true, keep, signal }));
    },
  });
  jobs.handle(kinds.verification, {
    maxAttempts: 1,
    run: async (payload, { signal }) => {
      try {
        await backups.verify(root, (payload as { readonly name: string }).name, { signal });
      } catch (error) {
        if (error instanceof BackupGoneError) throw new JobFailedError(error.message);
        throw error;
      }
    },
  });
  jobs.handle(kinds.examination, {
    maxAttempts: 1,
    run: async (payload, { signal }) => {
      await saveReport(db, await examine(payload as ExaminationRequest, signal));
    },
  });

  /** Returns the last failure of a kind, unless a later attempt succeeded. */
  const failureOf = async (kind: string, doneAt: number | undefined): Promise<Failure | undefined> => {
    const { rows } = await jobs.page({ kind, state: 'dead', offset: 0, limit: 1 });
    const [row] = rows;
    if (row === undefined) return undefined;
    const at = row.finished_at ?? row.created_at;
    return doneAt !== undefined && doneAt > at ? undefined : { at, reason: row.last_error ?? '' };
  };
  /** Returns the recorded result of the last backup or examination. */
  const resultOf = async (task: TimedTask): Promise<LastRun | undefined> => {
    const found = await findResult(db, `maintenance:${task}`);
    if (found === undefined) return undefined;
    const result = JSON.parse(found) as BackupResult | Report;
    const isWell = 'sound' in result ? result.sound : result.damaged === 0 && result.unsure.length === 0;
    return { at: result.at, outcome: isWell ? 'ok' : 'problems', reason: undefined };
  };
  const verifying = async (): Promise<string[]> => {
    const names: string[] = [];
    for (const state of ['running', 'waiting'] as const) {
      const request = { kind: kinds.verification, state, offset: 0, limit: verificationsShown };
      for (const { payload } of (await jobs.page(request)).rows)
        names.push((JSON.parse(payload) as { readonly name: string }).name);
    }
    return names;
  };
  const begin = (kind: string, payload: unknown, dedupeKey = kind): Promise<void> =>
    jobs.enqueue([{ kind, dedupeKey, payload }]);

  return {
    backUpNow: () => begin(kinds.backup, {}),
    verify: async (name) => {
      if (!(await backups.has(root, name))) return false;
      await begin(kinds.verification, { name }, name);
      return true;
    },
    listBackups: async (part) => {
      const isComing = await jobs.isOpen(kinds.backup);
      const { backups: listed, total } = await backups.list(root, part);
      const latest = part.offset === 0 ? listed[0]?.at : undefined;
      return {
        backups: listed,
        total,
        host,
        folder: root,
        free: await freeIn(root, dataDir),
        encryptedTo,
        isComing,
        verifying: await verifying(),
        failure: part.offset === 0 ? await failureOf(kinds.backup, latest) : undefined,
      };
    },
    examineNow: (request) => begin(kinds.examination, request),
    lastRun: async (task) => {
      const result = await resultOf(task);
      const failure = await failureOf(kindsOfTasks[task], result?.at);
      return failure === undefined ? result : { ...failure, outcome: 'failed' };
    },
    isRunning: (task) => jobs.isOpen(kindsOfTasks[task]),
    lastBackup: async () => {
      const result = await findResult(db, 'maintenance:backup');
      return result === undefined ? undefined : (JSON.parse(result) as BackupResult);
    },
    lastExamination: async () => {
      const isComing = await jobs.isOpen(kinds.examination);
      const result = await findResult(db, 'maintenance:doctor');
      const report = result === undefined ? undefined : (JSON.parse(result) as Report);
      return { report, isComing, failure: await failureOf(kinds.examination, report?.at) };
    },
  };
};
