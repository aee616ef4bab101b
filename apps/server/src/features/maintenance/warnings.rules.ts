import { type DiskSpace, freeSpaceFloor } from '#lib/disk-space.ts';
import type { Settings } from '#features/settings/index.ts';
import type { LastRun } from './maintenance.types.ts';
import type { SpaceSample, Warning } from './warnings.types.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

/** A disk with a smaller share of free space is nearly full; the warning ends at the larger share. */
const lowShare = { begins: 0.1, ends: 0.12 } as const;
/**
 * Days until a disk is full at its present pace, unless half of it is free. As above, the warning ends later than
 * it begins.
 */
const daysAhead = { begins: 14, ends: 21 } as const;
const roomyShare = { begins: 0.5, ends: 0.55 } as const;
/** Milliseconds between two samples of a disk, and the number that is kept: two weeks. */
const sampleEvery = 12 * hour;
const samplesKept = 28;
/** Milliseconds of samples that an estimate needs. */
const paceFrom = 2 * day;

/** Adds a sample of a disk's free space. */
export const withSample = (samples: readonly SpaceSample[], sample: SpaceSample): readonly SpaceSample[] => {
  const last = samples.at(-1);
  if (last !== undefined && sample.at - last.at < sampleEvery) return samples;
  return [...samples, sample].slice(-samplesKept);
};

/**
 * Returns the whole days until a disk has only its floor free, at the pace of the last two weeks; undefined if it
 * does not fill.
 */
export const daysLeft = (
  samples: readonly SpaceSample[],
  { free, total }: DiskSpace,
  now: number,
): number | undefined => {
  const [first] = samples;
  if (first === undefined || now - first.at < paceFrom || first.free <= free) return undefined;
  const perDay = ((first.free - free) / (now - first.at)) * day;
  return Math.max(0, Math.floor((free - freeSpaceFloor(total)) / perDay));
};

export interface DiskFindings {
  readonly server: string;
  readonly space: DiskSpace;
  readonly samples: readonly SpaceSample[];
  readonly now: number;
  /** True if there is a warning of this disk already. */
  readonly isOpen: boolean;
}

export const diskWarning = ({ server, space, samples, now, isOpen }: DiskFindings): Warning | undefined => {
  const share = space.free / space.total;
  const days = daysLeft(samples, space, now);
  const limit = isOpen ? 'ends' : 'begins';
  const isLow = share < lowShare[limit];
  const fills = days !== undefined && days < daysAhead[limit] && share < roomyShare[limit];
  if (!isLow && !fills) return undefined;
  const facts = { server, free: space.free };
  return days === undefined ? { code: 'disk', facts } : { code: 'disk_days', facts: { ...facts, days } };
};

/** Milliseconds after which the last backup is old. */
const oldAfter = { daily: 2 * day, weekly: 8 * day, off: 30 * day } as const;
/** Milliseconds after the installation within which no backup is expected. */
const firstBackupWithin = 7 * day;

export interface BackupFindings {
  readonly schedule: Settings['backup_schedule'];
  readonly last: LastRun | undefined;
  /** The time of the last one. */
  readonly madeAt: number | undefined;
  readonly installedAt: number;
  readonly hasFiles: boolean;
  readonly now: number;
}

export const backupWarning = (found: BackupFindings): Warning | undefined => {
  const { schedule, last, madeAt, installedAt, hasFiles, now } = found;
  if (last?.outcome === 'failed')
    return {
      code: 'backup_failed',
      facts: { date: new Date(last.at).toISOString(), reason: (last.reason ?? '').replace(/\.$/, '') },
    };
  if (madeAt !== undefined)
    return now - madeAt > oldAfter[schedule]
      ? { code: 'backup_old', facts: { date: new Date(madeAt).toISOString() } }
      : undefined;
  return hasFiles && now - installedAt > firstBackupWithin
    ? { code: 'backup_missing', facts: {} }
    : undefined;
};

/** Kinds of jobs whose failures have warnings of their own. */
const withOwnWarning: ReadonlySet<string> = new Set(['backup', 'doctor', 'files.restore']);

/** @param counts of all kinds and states */
export const jobsWarning = (
  counts: readonly { readonly kind: string; readonly state: string; readonly count: number }[],
): Warning | undefined => {
  const count = counts
    .filter(({ kind, state }) => state === 'dead' && !withOwnWarning.has(kind))
    .reduce((sum, { count: more }) => sum + more, 0);
  return count > 0 ? { code: 'jobs', facts: { count } } : undefined;
};

/** Milliseconds before its expiry at which a certificate is a warning. */
const certificateWithin = 14 * day;

/** @param endsAt milliseconds since 1970 */
export const certificateWarning = (host: string, endsAt: number, now: number): Warning | undefined =>
  endsAt - now > certificateWithin
    ? undefined
    : { code: 'certificate', facts: { host, date: new Date(endsAt).toISOString() } };
