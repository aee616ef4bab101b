import type { Db } from '#db/database.ts';
import type { JobsService } from '#features/jobs/index.ts';
import type { MailService } from '#features/mail/index.ts';
import type { Settings } from '#features/settings/index.ts';
import type { DiskSpace } from '#lib/disk-space.ts';
import { createLimitedCheck } from '#lib/concurrency/limited-check.ts';
import type { Clock } from '#ports/clock.ts';
import type { FoundCertificate } from './certificate.ts';
import { countDamagedFiles, sumStored } from './damage.repo.ts';
import { findResult, saveResult } from './results.repo.ts';
import type { MaintenanceService } from './maintenance.service.ts';
import { backupWarning, certificateWarning, diskWarning, jobsWarning, withSample } from './warnings.rules.ts';
import { findInstalledAt } from './warnings.repo.ts';
import type { WarningChecks } from './warnings.service.ts';
import type { SpaceSample, Verdict, Warning } from './warnings.types.ts';

export interface WarningChecksDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly settings: () => Promise<Settings>;
  readonly jobs: Pick<JobsService, 'counts'>;
  readonly maintenance: Pick<MaintenanceService, 'lastRun' | 'lastBackup'>;
  /** The name of this server, which survives a restart. */
  readonly node: string;
  /** The machine, for people. */
  readonly host: string;
  readonly diskSpace: () => Promise<DiskSpace>;
  /** Throws if the store of files does not work. */
  readonly probeBlobs: () => Promise<void>;
  readonly mail: Pick<MailService, 'isConfigured' | 'tryServer'>;
  /** Reads the certificate of the public address, if it has one. */
  readonly readCertificate: () => Promise<FoundCertificate | undefined>;
  /** Receives failures of checks. */
  readonly onError: (error: unknown) => void;
}

/** Returns a problem; `unknown` if this server cannot tell. */
type Check = () => Promise<Warning | undefined | 'unknown'>;

const minute = 60_000;
/** Milliseconds for which a server may be silent without a warning. */
const patienceWithServers = 10 * minute;
/** Minimum milliseconds between two calls of external servers. */
const callEvery = 60 * minute;
/** Milliseconds within which a mail server must accept a sign-in. */
const mailLimitMs = 20_000;

/** Checks the conditions for warnings, as seen from this server. */
export const createWarningChecks = (deps: WarningChecksDeps): WarningChecks => {
  const { db, clock, jobs, maintenance, node, host } = deps;

  /** Calls at most once an hour, unless the last call found a problem. */
  const hourly = <Found>(ask: () => Promise<Found>, isTrouble: (found: Found) => boolean) => {
    let last: { readonly at: number; readonly found: Found } | undefined;
    return async (): Promise<Found> => {
      if (last === undefined || clock.now() - last.at >= callEvery || isTrouble(last.found))
        last = { at: clock.now(), found: await ask() };
      return last.found;
    };
  };
  const failing =
    (code: 'storage' | 'mail', probe: () => Promise<void>) => async (): Promise<Warning | undefined> => {
      try {
        await probe();
        return undefined;
      } catch {
        return { code, facts: { server: host } };
      }
    };
  const checkStorage = failing('storage', createLimitedCheck(deps.probeBlobs));
  /** @throws if the mail server does not accept mails; there may be none */
  const probeMail = async (): Promise<void> => {
    const settings = await deps.settings();
    if (await deps.mail.isConfigured(settings)) await deps.mail.tryServer(settings);
  };
  const checkMail = hourly(
    failing('mail', createLimitedCheck(probeMail, mailLimitMs)),
    (found) => found !== undefined,
  );
  const judgeCertificate = (shown: FoundCertificate | undefined): Warning | undefined | 'unknown' => {
    if (shown === undefined) return undefined;
    const { host: name, endsAt } = shown;
    return endsAt === undefined ? 'unknown' : certificateWarning(name, endsAt, clock.now());
  };
  const readCertificate = hourly(
    deps.readCertificate,
    (shown) => typeof judgeCertificate(shown) === 'object',
  );
  // Its expiry is stored and judged anew each time, so that two servers agree although they asked at different
  // times.
  const checkCertificate: Check = async () => judgeCertificate(await readCertificate());

  const checkDisk = async (isOpen: boolean): Promise<Warning | undefined> => {
    const now = clock.now();
    const space = await deps.diskSpace();
    const name = `maintenance:disk:${node}` as const;
    const note = await findResult(db, name);
    const known = note === undefined ? [] : (JSON.parse(note) as readonly SpaceSample[]);
    const samples = withSample(known, { at: now, free: space.free });
    if (samples !== known) await saveResult(db, { name, value: JSON.stringify(samples), at: now });
    return diskWarning({ server: host, space, samples, now, isOpen });
  };

  const checkBackup = async (): Promise<Warning | undefined> => {
    const now = clock.now();
    const { backup_schedule: schedule } = await deps.settings();
    return backupWarning({
      schedule,
      last: await maintenance.lastRun('backup'),
      madeAt: (await maintenance.lastBackup())?.at,
      installedAt: (await findInstalledAt(db)) ?? now,
      hasFiles: (await sumStored(db)).files > 0,
      now,
    });
  };

  const checkExamination = async (): Promise<Warning | undefined> => {
    const last = await maintenance.lastRun('doctor');
    if (last === undefined || last.outcome === 'ok') return undefined;
    return { code: 'examination', facts: { date: new Date(last.at).toISOString() } };
  };

  const checkDamage = async (): Promise<Warning | undefined> => {
    const count = await countDamagedFiles(db);
    return count > 0 ? { code: 'damage', facts: { count } } : undefined;
  };

  const own = (what: string): string => `${what}:${node}`;

  const check: WarningChecks['check'] = async (open) => {
    const checks: readonly (readonly [name: string, check: Check, patience: number])[] = [
      [own('disk'), () => checkDisk(open.has(own('disk'))), 0],
      ['backup', checkBackup, 0],
      ['examination', checkExamination, 0],
      ['damage', checkDamage, 0],
      ['jobs', async () => jobsWarning(await jobs.counts()), 0],
      ['certificate', checkCertificate, 0],
      [own('storage'), checkStorage, patienceWithServers],
      [own('mail'), checkMail, patienceWithServers],
    ];
    const verdicts: Verdict[] = [];
    for (const [name, check, patience] of checks) {
      try {
        const warning = await check();
        if (warning !== 'unknown') verdicts.push({ name, warning, patience });
      } catch (error) {
        deps.onError(error);
      }
    }
    return verdicts;
  };

  return {
    check,
    checkDamage: async () => ({ name: 'damage', warning: await checkDamage(), patience: 0 }),
  };
};
