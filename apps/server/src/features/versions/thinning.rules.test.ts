import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparedWith, expiresAt, expiringBefore, nextThinning } from './thinning.rules.ts';
import type { Retention, ThinnedVersion } from './versions.types.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const start = Date.UTC(2025, 5, 1, 0, 7);
const automatic: Retention = { mode: 'automatic', days: 1, count: 1 };

type Saved = Pick<ThinnedVersion, 'id' | 'replaced_at' | 'stored_at' | 'label'>;

/** The versions that a thinning leaves, oldest first as they are given. */
const thinned = (versions: readonly Saved[], now: number, retention = automatic): Saved[] =>
  versions.filter((version, index) => {
    const newer = versions[index + comparedWith(retention)];
    const times = { ...version, newer_stored_at: newer?.stored_at ?? null, needed_until: null };
    return (
      version.replaced_at >= expiringBefore(retention, now) || (expiresAt(times, retention) ?? now + 1) > now
    );
  });

/** Each save stores a content and replaces the one before. */
const savedAt = (times: readonly number[]): Saved[] =>
  times.slice(0, -1).map((storedAt, index) => ({
    id: String(index),
    stored_at: storedAt,
    replaced_at: times[index + 1] ?? storedAt,
    label: null,
  }));

const periodAt = (age: number): number => {
  if (age < hour) return 1;
  if (age < day) return hour;
  return age < 30 * day ? day : 7 * day;
};

describe('automatic thinning', () => {
  it('never takes the last version of a period, whenever it runs and in whatever order contents were stored', () => {
    const saves = fc.array(
      fc.record({
        gap: fc.integer({ min: 1, max: 5 * day }),
        stored: fc.integer({ min: 0, max: 40 * day }),
        pinned: fc.boolean(),
      }),
      { minLength: 1, maxLength: 40 },
    );
    const runs = fc.array(fc.integer({ min: 1, max: 60 * day }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(saves, runs, (given, gaps) => {
        let now = start;
        const all = given.map(({ gap, stored, pinned }, index): Saved => {
          now += gap;
          const label = pinned ? '' : null;
          return { id: String(index), replaced_at: now, stored_at: now - stored, label };
        });
        let left = all;
        for (const gap of gaps) {
          now += gap;
          left = thinned(left, now);
          const stay = new Set(left.map(({ id }) => id));
          const lost = all.filter((version, index) => {
            const age = now - version.replaced_at;
            const period = periodAt(age);
            const isAlike = ({ id, stored_at: at }: Saved): boolean =>
              stay.has(id) && Math.floor(at / period) === Math.floor(version.stored_at / period);
            const isRepresented = age >= 365 * day || all.slice(index).some(isAlike);
            return version.label === null ? !isRepresented : !stay.has(version.id);
          });
          expect(lost).toEqual([]);
        }
      }),
    );
  });

  it('leaves all of an hour, one an hour for a day, one a day for 30 days, one a week for a year, and then none', () => {
    const end = Date.UTC(2026, 5, 30);
    const every = 20 * minute;
    const times = Array.from({ length: (400 * day) / every }, (_, index) => end - 400 * day + index * every);
    let left: Saved[] = [];
    let now = 0;
    // The versions come day by day, and are thinned every hour of it.
    const saved = savedAt([...times, end]);
    for (let at = 0; at < saved.length; at += 3) {
      const next = saved.slice(at, at + 3);
      now = next.at(-1)?.replaced_at ?? now;
      left = thinned([...left, ...next], now);
    }
    const countOf = (from: number, to: number): number =>
      left.filter(({ replaced_at: at }) => now - at >= from && now - at < to).length;
    expect(countOf(0, hour)).toBe(3);
    expect(countOf(hour, day)).toBeGreaterThanOrEqual(22);
    expect(countOf(hour, day)).toBeLessThanOrEqual(24);
    expect(countOf(day, 30 * day)).toBeGreaterThanOrEqual(28);
    expect(countOf(day, 30 * day)).toBeLessThanOrEqual(30);
    expect(countOf(30 * day, 365 * day)).toBeGreaterThanOrEqual(47);
    expect(countOf(30 * day, 365 * day)).toBeLessThanOrEqual(49);
    expect(countOf(365 * day, Infinity)).toBe(0);
  });

  it('does not take a content that stood for years, when it is replaced many times in a minute', () => {
    const times = [start - 900 * day, ...Array.from({ length: 11 }, (_, index) => start + index * 1_000)];
    const left = thinned(savedAt(times), start + 2 * hour);
    expect(left.map(({ id }) => id)).toEqual(['0', '10']);
    expect(thinned(left, start + 100 * day).map(({ id }) => id)).toEqual(['0', '10']);
  });
});

describe('other rules', () => {
  const saved = savedAt(Array.from({ length: 11 }, (_, index) => start + index * day));
  const pinned = saved.map((version, index) => (index === 0 ? { ...version, label: '' } : version));

  it('leave versions for a number of days', () => {
    const left = thinned(pinned, start + 11 * day + 1, { mode: 'days', days: 3, count: 1 });
    expect(left.map(({ id }) => id)).toEqual(['0', '8', '9']);
  });

  it('leave a number of versions, of whatever age', () => {
    const left = thinned(pinned, start + 4000 * day, { mode: 'count', days: 1, count: 3 });
    expect(left.map(({ id }) => id)).toEqual(['0', '7', '8', '9']);
  });
});

it('runs at the next full hour', () => {
  expect(nextThinning(start)).toBe(Date.UTC(2025, 5, 1, 1));
  expect(nextThinning(Date.UTC(2025, 5, 1, 1))).toBe(Date.UTC(2025, 5, 1, 2));
});
