import { categories, type Category } from '@holdall/contract/files';
import { trafficDays } from '@holdall/contract/storage';
import type { Db } from '#db/database.ts';
import type { SettingsService } from '#features/settings/index.ts';
import type { Clock } from '#ports/clock.ts';
import { listTotalDays, sumStorage } from './overview.repo.ts';
import { capacityOf, chartOf, dateOf, dayOf } from './usage.rules.ts';

/** The storage and the traffic of the whole installation. */
export interface UsageOverview {
  /** Bytes. */
  readonly used: number;
  /** Sum of all capacities; null where any account is unlimited. */
  readonly capacity: number | null;
  readonly categories: Readonly<Record<Category, number>>;
  /** Oldest first. */
  readonly traffic: readonly { readonly date: string; readonly upload: number; readonly download: number }[];
}

export interface UsageOverviewDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly settings: SettingsService;
}

/** Creates the report on the usage of the whole installation, for administrators. */
export const createUsageOverview =
  ({ db, clock, settings }: UsageOverviewDeps): (() => Promise<UsageOverview>) =>
  async () => {
    const today = dayOf(clock.now());
    const [plan, sums, days] = await Promise.all([
      settings.current(),
      sumStorage(db),
      listTotalDays(db, today - trafficDays + 1),
    ]);
    const ordinary = capacityOf(plan, { own_capacity: 0, capacity: null });
    const isLimited = capacityOf(plan, { own_capacity: 1, capacity: 0 }) !== null && sums.unlimited === 0;
    const isLimitedToo = ordinary !== null || sums.ordinary === 0;
    return {
      used: categories.reduce((sum, category) => sum + sums.categories[category], 0),
      capacity: isLimited && isLimitedToo ? sums.own + sums.ordinary * (ordinary ?? 0) : null,
      categories: sums.categories,
      traffic: chartOf(today, days).map(({ day, upload, download }) => ({
        date: dateOf(day),
        upload,
        download,
      })),
    };
  };
