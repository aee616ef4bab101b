import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { ActivityTable } from '#db/tables/activity.ts';
import { createTokenBucket } from '#lib/concurrency/token-bucket.ts';
import type { Clock } from '#ports/clock.ts';
import { createId } from '#ports/ids.ts';
import { rowOf } from './activity.rules.ts';
import type { NewActivity } from './activity.types.ts';

/** A row that stands for several events, or the increment of an existing row. */
export type GatheredRow = Insertable<ActivityTable> & { count: number; last_at: number };

const minute = 60_000;
/**
 * New rows allowed in a burst, and then per minute, for accounts and for addresses separately; further events are
 * merged. Addresses cost an attacker nothing, so they must not use up the budget of accounts.
 */
const burst = 100;
const perMinute = 5;
/** Rows that wait to be written at most, because the database may be unavailable for days. */
const mostWaiting = 1_000;

export interface ActivityGatherer {
  /**
   * Counts an event together with those of the same kind, minute and `by`, without a statement.
   *
   * @param entry the details of the first event, which are recorded
   * @param by the key besides the kind
   */
  readonly add: (entry: NewActivity, by: readonly (string | null | undefined)[]) => void;
  /** Returns and clears the events since the last flush. */
  take(): GatheredRow[];
  /** Puts rows back that could not be written. */
  restore(rows: readonly GatheredRow[]): void;
}

const other: NewActivity = { kind: 'refused.other', actorId: null, userId: null };

/** Buffers events that anybody can cause at will, and hands them out in batches. */
export const createActivityGatherer = (clock: Clock): ActivityGatherer => {
  const fromAccounts = createTokenBucket(burst, perMinute / 60);
  const fromAddresses = createTokenBucket(burst, perMinute / 60);
  const waiting = new Map<string, GatheredRow>();
  let current = 0;
  /** Keys of this minute that have a row, written or not. */
  const begun = new Set<string>();
  let otherKey: string | undefined;

  const count = (key: string, entry: NewActivity, now: number): void => {
    const row = waiting.get(key);
    if (row === undefined)
      waiting.set(key, {
        ...rowOf(entry),
        id: createId(now),
        at: now,
        last_at: now,
        count: 1,
        gathered_key: key,
      });
    else {
      row.count += 1;
      row.last_at = Math.max(row.last_at, now);
    }
  };
  const isOneMore = ({ actorId }: NewActivity, now: number): boolean =>
    waiting.size < mostWaiting && (actorId === null ? fromAddresses : fromAccounts).take(now);

  return {
    add: (entry, by) => {
      const now = clock.now();
      const began = Math.floor(now / minute);
      if (began !== current) {
        current = began;
        begun.clear();
      }
      const key = createHash('sha256')
        .update(JSON.stringify([began, entry.kind, ...by]))
        .digest('hex');
      if (begun.has(key) || isOneMore(entry, now)) {
        begun.add(key);
        count(key, entry, now);
        return;
      }
      // While nothing can be written all of them share one row, however many minutes pass.
      if (otherKey === undefined || waiting.size < mostWaiting) otherKey = `${began} other`;
      count(otherKey, other, now);
    },
    take: () => {
      const rows = [...waiting.values()];
      waiting.clear();
      return rows;
    },
    restore: (rows) => {
      for (const row of rows) {
        const key = row.gathered_key ?? '';
        const since = waiting.get(key);
        // A new id, because the earlier row may have been written all the same.
        const id = createId(clock.now());
        if (since === undefined) waiting.set(key, { ...row, id });
        else
          waiting.set(key, {
            ...row,
            id,
            count: row.count + since.count,
            last_at: Math.max(row.last_at, since.last_at),
          });
      }
    },
  };
};
