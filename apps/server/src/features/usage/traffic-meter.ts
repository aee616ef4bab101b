import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { Clock } from '#ports/clock.ts';
import { addTraffic, listKnownUsers, raisePeaks } from './usage.repo.ts';
import { dayOf } from './usage.rules.ts';
import type { Traffic, TrafficDay } from './usage.types.ts';

/** Milliseconds that traffic waits in memory, and that a killed process may lose of the statistics. */
const flushEvery = 5_000;
/** The most attempts to read counts that are being written. */
const maxReads = 5;
/** The most rows that one statement writes. */
const batchSize = 500;

export interface TrafficMeter {
  /** Counts bytes for an account on the current day; cheap enough for every piece. */
  countTraffic(ownerId: string, bytes: Partial<Traffic>): void;
  /**
   * Returns the written and the pending counts of an account, none of them twice.
   *
   * @param read reads the written days
   */
  daysOf<T extends TrafficDay>(
    ownerId: string,
    read: () => Promise<readonly T[]>,
  ): Promise<(T | TrafficDay)[]>;
  /** Writes the pending counts. Never rejects: counts that cannot be written wait for the next flush. */
  flush(): Promise<void>;
}

interface Count {
  readonly userId: string;
  readonly day: number;
  upload: number;
  download: number;
}

export const createTrafficMeter = ({ db, clock }: { db: Db; clock: Clock }): TrafficMeter => {
  let counts = new Map<string, Count>();
  /** Counts that are being written: they are still pending. */
  let writing = new Map<string, Count>();
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;
  /** Number of flushes that have begun. */
  let flushCount = 0;

  const countTraffic: TrafficMeter['countTraffic'] = (userId, { upload = 0, download = 0 }) => {
    const day = dayOf(clock.now());
    const key = `${day}/${userId}`;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { userId, day, upload, download });
    else {
      known.upload += upload;
      known.download += download;
    }
    timer ??= setTimeout(() => void meter.flush(), flushEvery).unref();
  };

  const write = async (rows: readonly Count[]): Promise<void> => {
    for (let at = 0; at < rows.length; at += batchSize) {
      const batch = rows.slice(at, at + batchSize);
      const known = await listKnownUsers(
        db,
        batch.map(({ userId }) => userId),
      );
      const present = batch.filter(({ userId }) => known.has(userId));
      if (present.length > 0) {
        await inTransaction(db, async (trx) => {
          await addTraffic(trx, present);
          for (const [day, counts] of Map.groupBy(present, (count) => count.day))
            await raisePeaks(
              trx,
              day,
              counts.map(({ userId }) => userId),
            );
        });
      }
      for (const { day, userId } of batch) writing.delete(`${day}/${userId}`);
    }
  };

  const flushOnce = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (counts.size === 0) return;
    flushCount += 1;
    writing = counts;
    counts = new Map();
    try {
      // All servers write in one order, so that no deadlock can occur.
      await write([...writing.values()].toSorted((one, other) => (one.userId < other.userId ? -1 : 1)));
    } catch {
      // Statistics must not fail the transfer that they count; the next flush includes them.
    }
    const unwritten = writing;
    writing = new Map();
    for (const { userId, day, upload, download } of unwritten.values()) {
      const key = `${day}/${userId}`;
      const newer = counts.get(key);
      counts.set(key, {
        userId,
        day,
        upload: upload + (newer?.upload ?? 0),
        download: download + (newer?.download ?? 0),
      });
    }
  };

  const meter: TrafficMeter = {
    countTraffic,
    daysOf: async (ownerId, read) => {
      for (let attempt = 1; ; attempt += 1) {
        await flushing;
        // A flush that follows the awaited one counts as begun meanwhile.
        const before = flushing === undefined ? flushCount : flushCount - 1;
        const written = await read();
        // Counts that were being written meanwhile may or may not be among the rows read.
        if (before !== flushCount && attempt < maxReads) continue;
        const pending = [...counts.values(), ...writing.values()];
        return [...written, ...pending.filter(({ userId }) => userId === ownerId)];
      }
    },
    flush: async () => {
      // A running flush began before the latest counts.
      await flushing;
      await (flushing ??= flushOnce().finally(() => {
        flushing = undefined;
      }));
    },
  };
  return meter;
};
