import { categories } from '@holdall/contract/files';
import { trafficDays } from '@holdall/contract/storage';
import type { Db, Trx } from '#db/database.ts';
import type { JobsService } from '#features/jobs/index.ts';
import type { SettingsService } from '#features/settings/index.ts';
import type { UserActor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import type { BytesByCategory, OpenCopyQuota } from '#features/files/index.ts';
import { openCopyQuota } from './copy-quota.ts';
import { createQuotaEviction, type EvictionDeps } from './quota-eviction.ts';
import { createReservations, type Reservations } from './quota-reservations.ts';
import { createMetering } from './metering.task.ts';
import { createTrafficMeter, type TrafficMeter } from './traffic-meter.ts';
import {
  findStorage,
  listActualUsage,
  listDays,
  listRecordedUsage,
  recordPeak,
  subtractUsage,
  updateCapacity,
  type Usage,
} from './usage.repo.ts';
import { capacityOf, chartOf, dayOf, isFull, type Plan } from './usage.rules.ts';
import type { Account, StorageReport } from './usage.types.ts';

/** An account whose recorded usage differs from its actual usage. */
export interface UsageDrift {
  readonly ownerId: string;
  readonly recorded: Usage;
  readonly actual: Usage;
}

export interface UsageService
  extends
    Pick<Reservations, 'addStored' | 'openReservation' | 'releaseReservation'>,
    Pick<TrafficMeter, 'countTraffic'> {
  /** Returns the actor's usage. @throws session.required when the account is gone */
  getOwn(actor: UserActor): Promise<StorageReport>;
  /** Returns an account's usage; undefined when there is no such account. */
  findReport(ownerId: string): Promise<StorageReport | undefined>;
  /**
   * Tells whether an account can take no file at all, not even an empty one.
   *
   * @param options `mayEvict`: earlier versions can make room, as they do for the owner's own uploads
   */
  isFull(ownerId: string, options: { readonly mayEvict: boolean }): Promise<boolean>;
  /** Returns the account that an upload counts against, with its capacity under the plan. */
  accountOf(ownerId: string, plan: Plan): Promise<Account>;
  /** Opens the quota of an account for copies of its files. */
  openCopyQuota: OpenCopyQuota;
  /**
   * Subtracts permanently deleted files from their account, in the transaction that removes their rows and
   * last in it: every transaction locks `user_storage` last.
   */
  releaseUsage(trx: Trx, ownerId: string, bytes: BytesByCategory): Promise<void>;
  /**
   * Gives an account an individual capacity.
   *
   * @param capacity bytes, which may be less than what is stored; null: unlimited; 'default': that of the
   *   installation
   * @returns false when there is no such user
   */
  setCapacity(ownerId: string, capacity: number | null | 'default', on?: Db): Promise<boolean>;
  /** Gives an account a capacity that applies under every plan. @param capacity bytes */
  confine(on: Db, ownerId: string, capacity: number): Promise<void>;
  /** Compares the recorded usage of every account with its files and reservations; reads every row. */
  verifyUsage(): Promise<UsageDrift[]>;
  /** Writes pending traffic; never rejects. */
  settled(): Promise<void>;
  /** Releases expired reservations and plans the metering; called from time to time. */
  sweep(): Promise<void>;
}

export interface UsageDeps extends EvictionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly settings: SettingsService;
  readonly jobs: JobsService;
}

export const createUsageService = ({ db, clock, settings, jobs, ...evicting }: UsageDeps): UsageService => {
  const eviction = createQuotaEviction(evicting);
  const reservations = createReservations({ db, clock, eviction });
  const meter = createTrafficMeter({ db, clock });
  const metering = createMetering({ db, clock, jobs });

  const findReport = async (ownerId: string): Promise<StorageReport | undefined> => {
    const today = dayOf(clock.now());
    const [plan, row, days] = await Promise.all([
      settings.current(),
      findStorage(db, ownerId),
      meter.daysOf(ownerId, () => listDays(db, { userId: ownerId, day: today - trafficDays + 1 })),
    ]);
    if (row === undefined) return undefined;
    const now = { day: today, upload: 0, download: 0, stored: row.used };
    return {
      row,
      capacity: capacityOf(plan, row),
      chart: chartOf(today, [...days, now]),
      isMetered: plan.subscription_type === 'metered',
    };
  };

  const accountOf: UsageService['accountOf'] = async (ownerId, plan) => {
    const row = await findStorage(db, ownerId);
    return { ownerId, capacity: row === undefined ? 0 : capacityOf(plan, row) };
  };

  return {
    addStored: (trx, account, file) => reservations.addStored(trx, account, file),
    openReservation: (account, options) => reservations.openReservation(account, options),
    releaseReservation: (trx, id) => reservations.releaseReservation(trx, id),
    countTraffic: (ownerId, bytes) => meter.countTraffic(ownerId, bytes),
    findReport,
    getOwn: async ({ id }) => {
      const report = await findReport(id);
      if (report === undefined) throw new AppError('session.required');
      return report;
    },
    isFull: async (ownerId, { mayEvict }) => {
      const plan = await settings.current();
      const row = await findStorage(db, ownerId);
      const capacity = row === undefined ? null : capacityOf(plan, row);
      if (row === undefined || capacity === null || !isFull(row.used, capacity)) return false;
      return !mayEvict || isFull(row.used, capacity + (await evicting.evictableBytes(db, { ownerId })));
    },
    accountOf,
    openCopyQuota: async (ownerId, options) => {
      const account = await accountOf(ownerId, await settings.current());
      return openCopyQuota({ ...reservations, eviction }, account, options);
    },
    releaseUsage: async (trx, ownerId, bytes) => {
      await recordPeak(trx, { userId: ownerId, day: dayOf(clock.now()) });
      await subtractUsage(trx, ownerId, bytes);
    },
    setCapacity: (ownerId, capacity, on = db) =>
      updateCapacity(
        on,
        ownerId,
        capacity === 'default' ? { capacity: null, own_capacity: 0 } : { capacity, own_capacity: 1 },
      ),
    confine: async (on, ownerId, capacity) => {
      await updateCapacity(on, ownerId, { capacity, own_capacity: 2 });
    },
    verifyUsage: async () => {
      const recorded = new Map((await listRecordedUsage(db)).map((usage) => [usage.user_id, usage]));
      const drifts: UsageDrift[] = [];
      for (const actual of await listActualUsage(db)) {
        const own = recorded.get(actual.user_id);
        if (own === undefined) throw new Error(`The account ${actual.user_id} has no record of its storage.`);
        const same = [...categories, 'reserved' as const].every((field) => own[field] === actual[field]);
        if (!same) drifts.push({ ownerId: actual.user_id, recorded: own, actual });
      }
      return drifts;
    },
    settled: () => meter.flush(),
    sweep: async () => {
      await reservations.releaseExpired();
      await meter.flush();
      await metering.plan();
    },
  };
};
