import type { Backup, getExamination, getSchedules, listBackups } from '@holdall/contract/admin-maintenance';
import type { AnswersOf } from '@holdall/contract/endpoint';
import type { ListedBackup } from './backup.types.ts';
import { failureOnWire } from './failure.rules.ts';
import type { BackupsPage, Examination, ScheduleState } from './maintenance.types.ts';

const timeOf = (at: number): string => new Date(at).toISOString();

const presentBackup = ({
  name,
  at,
  version,
  database,
  blobs,
  damaged,
  encrypted,
  verified,
}: ListedBackup): Backup => ({
  id: name,
  type: 'backup',
  attributes: {
    created_at: timeOf(at),
    version,
    database,
    files: blobs.count,
    bytes: blobs.bytes,
    damaged,
    encrypted,
    verified:
      verified === undefined ? null : { at: verified.at, sound: verified.sound, faults: verified.faults },
  },
});

export const presentBackups = (
  { backups, total, host, folder, free, encryptedTo, isComing, verifying, failure }: BackupsPage,
  part: { readonly offset: number; readonly limit: number },
): AnswersOf<typeof listBackups> => ({
  data: backups.map((backup) => presentBackup(backup)),
  meta: {
    total,
    offset: part.offset,
    limit: part.limit,
    node: host,
    folder,
    free,
    encrypted_to: encryptedTo ?? null,
    coming: isComing,
    verifying: [...verifying],
    failed: failureOnWire(failure),
  },
});

export const presentSchedules = (states: readonly ScheduleState[]): AnswersOf<typeof getSchedules> => ({
  data: states.map(({ task, nextAt, isRunning, last }) => ({
    task,
    next_at: nextAt === undefined ? null : timeOf(nextAt),
    running: isRunning,
    last:
      last === undefined ? null : { at: timeOf(last.at), outcome: last.outcome, reason: last.reason ?? null },
  })),
  meta: { time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone },
});

export const presentExamination = ({
  report,
  isComing,
  failure,
}: Examination): AnswersOf<typeof getExamination> => ({
  data: {
    report:
      report === undefined
        ? null
        : {
            at: timeOf(report.at),
            repair: report.repair,
            read_percent: report.readPercent,
            sound: report.sound,
            checks: report.checks.map((check) => ({ ...check, examples: [...check.examples] })),
          },
    coming: isComing,
    failed: failureOnWire(failure),
  },
});
