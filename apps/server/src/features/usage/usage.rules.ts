import { categories, type Category } from '@holdall/contract/files';
import { trafficDays } from '@holdall/contract/storage';
import type { UserStorageRow } from '#db/tables/usage.ts';
import type { BytesByCategory } from '#features/files/index.ts';
import type { Occupied, TrafficDay, UsageDay } from './usage.types.ts';

const dayLength = 24 * 60 * 60 * 1000;

/** Days since 1970-01-01, UTC. @param now milliseconds since 1970 */
export const dayOf = (now: number): number => Math.floor(now / dayLength);
/** Milliseconds since 1970 at which a day begins. */
export const beginningOf = (day: number): number => day * dayLength;
/** `YYYY-MM-DD` */
export const dateOf = (day: number): string => new Date(day * dayLength).toISOString().slice(0, 10);

/** Days for which rows of traffic are kept. */
export const daysKept = 400;

/** The settings that decide the capacity of accounts. */
export interface Plan {
  readonly subscription_type: 'none' | 'fixed' | 'metered';
  readonly storage_limitation: boolean;
  /** Bytes. */
  readonly default_capacity: number;
}

/** Tells whether the plan can limit any account at all. */
const isLimiting = ({ subscription_type: type, storage_limitation: limitation }: Plan): boolean =>
  type !== 'none' || limitation;

/** Returns the capacity of an account in bytes; null: unlimited. */
export const capacityOf = (
  plan: Plan,
  row: Pick<UserStorageRow, 'capacity' | 'own_capacity'>,
): number | null => {
  if (row.own_capacity === 2) return row.capacity;
  if (!isLimiting(plan)) return null;
  if (row.own_capacity === 1) return row.capacity;
  return plan.subscription_type === 'metered' ? null : plan.default_capacity;
};

/** Milliseconds that a reservation lasts without a renewal. */
export const reservationLifetimes = {
  /** One request: it releases its reservation itself, so only a killed process leaves one. */
  request: 2 * 60 * 1000,
  /** An upload of several requests, which may be idle in between. */
  session: 60 * 60 * 1000,
} as const;
export type ReservationKind = keyof typeof reservationLifetimes;

/**
 * The certainty of a file's length. `claimed` is a guest's announcement, which reserves nothing of the
 * owner's quota.
 */
export type AnnouncedLength = 'known' | 'unknown' | 'claimed';

const stepAhead = 8 * 1024 * 1024;

/** Returns the bytes to reserve ahead. @param bytes received bytes; a claim reserves at most as many again */
export const bytesAhead = (length: AnnouncedLength, bytes: number): number => {
  if (length === 'known') return 0;
  return length === 'unknown' ? stepAhead : Math.min(stepAhead, bytes);
};

/** Shares are counted in hundredths of a per cent. */
const whole = 10_000n;

/**
 * Splits units among parts by weight. Each share is rounded down, and the largest remainders get the rest, so
 * that they add up.
 */
const apportion = (units: bigint, weights: readonly bigint[]): bigint[] => {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total === 0n) return weights.map(() => 0n);
  const shares = weights.map((weight) => (units * weight) / total);
  let left = units - shares.reduce((sum, share) => sum + share, 0n);
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (units * weight) % total }))
    .toSorted((a, b) => Number(b.remainder - a.remainder));
  for (const { index } of byRemainder) {
    if (left === 0n) break;
    shares[index] = (shares[index] ?? 0n) + 1n;
    left -= 1n;
  }
  return shares;
};

export interface Percentages {
  /** Percentage of the capacity; without one 100, or 0 for an empty account. */
  readonly total: number;
  /** They add up to the total. */
  readonly parts: Readonly<Record<Category, number>>;
}

/**
 * Returns percentages with two decimals. The total is rounded down, so that 100 means that there is no room
 * left.
 *
 * @param used bytes by category
 */
export const percentagesOf = (
  used: Readonly<Record<Category, number>>,
  capacity: number | null,
): Percentages => {
  const weights = categories.map((category) => BigInt(used[category]));
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  const units =
    sum === 0n || capacity === null || capacity === 0
      ? whole * BigInt(sum > 0n)
      : (sum * whole) / BigInt(capacity);
  const shares = apportion(units, weights);
  const percent = (hundredths: bigint | undefined): number => Number(hundredths ?? 0n) / 100;
  const parts = Object.fromEntries(categories.map((category, index) => [category, percent(shares[index])]));
  return { total: percent(units), parts: parts as Record<Category, number> };
};

/**
 * Returns the last days that a chart covers, oldest first, without gaps.
 *
 * @param today days since 1970
 * @param known in any order; of a day that occurs twice the traffic is added up, and the larger peak counts
 */
export const chartOf = (
  today: number,
  known: readonly (TrafficDay & Partial<Pick<UsageDay, 'stored'>>)[],
): UsageDay[] =>
  Array.from({ length: trafficDays }, (_, index) => {
    const day = today - trafficDays + 1 + index;
    const own = known.filter((entry) => entry.day === day);
    return {
      day,
      upload: own.reduce((sum, { upload }) => sum + upload, 0),
      download: own.reduce((sum, { download }) => sum + download, 0),
      stored: Math.max(0, ...own.map(({ stored = 0 }) => stored)),
    };
  });

/** Tells whether an account has no room left. @param capacity bytes; null: unlimited */
export const isFull = (used: number, capacity: number | null): boolean =>
  capacity !== null && used >= capacity;

/**
 * Tells whether an account may hold what it holds. One that was full before may not even get an empty file.
 *
 * @param room bytes: the capacity, and what could be freed
 * @param stored bytes of those used that are new
 */
export const isWithin = ({ used, reserved }: Occupied, room: number, stored: number): boolean =>
  used + reserved <= room && used - stored < room;

/** Sums the bytes of contents by their categories. */
export const bytesByCategory = (
  contents: Iterable<{ readonly category: Category | null; readonly size: number }>,
): BytesByCategory => {
  const bytes: Partial<Record<Category, number>> = {};
  for (const { category, size } of contents) {
    const name = category ?? 'others';
    bytes[name] = (bytes[name] ?? 0) + size;
  }
  return bytes;
};
