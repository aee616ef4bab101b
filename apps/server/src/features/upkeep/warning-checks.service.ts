import type { Db } from '#db/database.ts';
import type { JobsService } from '#features/jobs/index.ts';
import type { Settings } from '#features/settings/index.ts';
import type { DiskSpace } from '#lib/disk-space.ts';
import { createLimitedCheck } from '#lib/limited-check.ts';
import type { Clock } from '#ports/clock.ts';
import { countDamagedFiles, sumStored } from './damage.repo.ts';
import { findNote, saveNote } from './notes.repo.ts';
import type { UpkeepService } from './upkeep.service.ts';
import { backupWarning, certificateWarning, diskWarning, jobsWarning, withSample } from './warnings.rules.ts';
import { findInstalledAt } from './warnings.repo.ts';
import type { WarningChecks } from './warnings.service.ts';
import type { SpaceSample, Verdict, Warning } from './warnings.types.ts';

export interface WarningChecksDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly settings: () => Promise<Settings>;
  readonly jobs: Pick<JobsService, 'counts'>;
  readonly upkeep: Pick<UpkeepService, 'lastRun' | 'lastBackup'>;
  /** Names this server, also after its next start. */
  readonly node: string;
  /** The machine, for people. */
  readonly host: string;
  readonly diskSpace: () => Promise<DiskSpace>;
  /** Throws where the store of files does not work. */
  readonly probeBlobs: () => Promise<void>;
  /** Throws where the mail server does not take mails; resolves, too, where there is none. */
  readonly probeMail: () => Promise<void>;
  /** The certificate of the public address, if it has one; without a time where nobody has shown it. */
  readonly certificate: () => Promise<
    { readonly host: string; readonly endsAt: number | undefined } | undefined
  >;
  /** Told of what could not be looked at. */
  readonly onError: (error: unknown) => void;
}

/** Answers what is wrong; `unknown`: this server cannot say. */
type Check = () => Promise<Warning | undefined | 'unknown'>;

const minute = 60_000;
/** Milliseconds for which a server may be away without anybody being told. */
const patienceWithServers = 10 * minute;
/** Milliseconds between two calls of servers that would not be called otherwise. */
const callEvery = 60 * minute;
/** Milliseconds that a mail server has to take a sign-in. */
const mailLimitMs = 20_000;

/** Checks the conditions that administrators are warned of, as seen from this server. */
export const createWarningChecks = (deps: WarningChecksDeps): WarningChecks => {
  const { db, clock, jobs, upkeep, node, host } = deps;

  /** Asks a server no more often than once an hour, unless the last answer tells of trouble. */
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
  const checkMail = hourly(
    failing('mail', createLimitedCheck(deps.probeMail, mailLimitMs)),
    (found) => found !== undefined,
  );
  const judgeCertificate = (
    shown: Awaited<ReturnType<typeof deps.certificate>>,
  ): Warning | undefined | 'unknown' => {
    if (shown === undefined) return undefined;
    const { host: name, endsAt } = shown;
    return endsAt === undefined ? 'unknown' : certificateWarning(name, endsAt, clock.now());
  };
  const readCertificate = hourly(deps.certificate, (shown) => typeof judgeCertificate(shown) === 'object');
  // Its end is kept and judged anew each time, so that two servers that asked at different times agree.
  const checkCertificate: Check = async () => judgeCertificate(await readCertificate());

  const checkDisk = async (isOpen: boolean): Promise<Warning | undefined> => {
    const now = clock.now();
    const space = await deps.diskSpace();
    const name = `upkeep:disk:${node}` as const;
    const note = await findNote(db, name);
    const known = note === undefined ? [] : (JSON.parse(note) as readonly SpaceSample[]);
    const samples = withSample(known, { at: now, free: space.free });
    if (samples !== known) await saveNote(db, { name, value: JSON.stringify(samples), at: now });
    return diskWarning({ server: host, space, samples, now, isOpen });
  };

  const checkBackup = async (): Promise<Warning | undefined> => {
    const now = clock.now();
    const { backup_schedule: schedule } = await deps.settings();
    return backupWarning({
      schedule,
      last: await upkeep.lastRun('backup'),
      madeAt: (await upkeep.lastBackup())?.at,
      installedAt: (await findInstalledAt(db)) ?? now,
      hasFiles: (await sumStored(db)).files > 0,
      now,
    });
  };

  const checkExamination = async (): Promise<Warning | undefined> => {
    const last = await upkeep.lastRun('doctor');
    if (last === undefined || last.outcome === 'ok') return undefined;
    return { code: 'examination', facts: { date: new Date(last.at).toISOString() } };
  };

  const checkDamage = async (): Promise<Warning | undefined> => {
    const count = await countDamagedFiles(db);
    return count > 0 ? { code: 'damage', facts: { count } } : undefined;
  };

  const own = (what: string): string => `${what}:${node}`;

  const look: WarningChecks['look'] = async (open) => {
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
    look,
    lookAtDamage: async () => ({ name: 'damage', warning: await checkDamage(), patience: 0 }),
  };
};
