import type { Retention, ThinnedVersion } from './versions.types.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

interface RetentionSettings {
  readonly versions_thinning: Retention['mode'];
  readonly versions_days: number;
  readonly versions_count: number;
}

export const retentionOf = ({
  versions_thinning: mode,
  versions_days: days,
  versions_count: count,
}: RetentionSettings): Retention => ({ mode, days, count });

/** From an age on, one version of each period stays: the newest. */
const steps = [
  { age: hour, period: hour },
  { age: day, period: day },
  { age: 30 * day, period: 7 * day },
] as const;
/** Milliseconds after which a version expires that nobody has pinned. */
const longest = 365 * day;

/** The least age at which a version expires automatically. */
const youngest = hour;

/** Returns how many versions newer than a version the one is that decides whether it stays: 1 is the next newer one. */
export const comparedWith = ({ mode, count }: Retention): number => (mode === 'count' ? count : 1);

/** Returns when thinning runs next: at the full hour, when versions stop being of the same hour. */
export const nextThinning = (now: number): number => (Math.floor(now / hour) + 1) * hour;

/** Returns a time before which a version must have been replaced to expire by now. */
export const expiringBefore = ({ mode, days }: Retention, now: number): number => {
  if (mode === 'count') return now;
  return now - (mode === 'days' ? days * day : youngest);
};

/**
 * Returns the age at which a version expires automatically. Its age counts from when it was replaced, and the period is that
 * in which it was stored: a content that stood for months is not of the same period as the ones of the hour in which it
 * was replaced.
 */
const lifetimeOf = ({ stored_at: stored, newer_stored_at: newer }: ThinnedVersion): number => {
  if (newer === null) return longest;
  const periodOf = (at: number, period: number): number => Math.floor(at / period);
  const step = steps.find(({ period }) => periodOf(stored, period) === periodOf(newer, period));
  return step?.age ?? longest;
};

/** Returns the time from which the settings let a version go that nobody has pinned; null: it stays. */
const endOf = (version: ThinnedVersion, { mode, days }: Retention): number | null => {
  const { replaced_at: replacedAt } = version;
  if (mode === 'days') return replacedAt + days * day;
  // The version expires as soon as there are enough newer ones, at any time.
  if (mode === 'count') return version.newer_stored_at === null ? null : replacedAt;
  return replacedAt + lifetimeOf(version);
};

/**
 * Returns the time from which thinning removes a version, as the versions are now; null: it stays. Each version is compared
 * with its next newer one alone: periods contain each other, so the newest of each period always stays.
 */
export const expiresAt = (version: ThinnedVersion, retention: Retention): number | null => {
  if (version.label !== null) return null;
  const end = endOf(version, retention);
  return end === null ? null : Math.max(end, version.needed_until ?? end);
};
