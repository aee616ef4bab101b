import { categories, type Category } from '@holdall/contract/files';
import type { Storage } from '@holdall/contract/storage';
import type { UserStorageRow } from '#db/tables/usage.ts';
import { dateOf, percentagesOf } from './usage.rules.ts';
import type { TrafficDay } from './usage.types.ts';

interface StorageFacts {
  readonly row: UserStorageRow;
  readonly capacity: number | null;
  readonly chart: readonly TrafficDay[];
}

const sumOf = (chart: readonly TrafficDay[], field: 'upload' | 'download'): number =>
  chart.reduce((sum, day) => sum + day[field], 0);

export const presentStorage = ({ row, capacity, chart }: StorageFacts): Storage => {
  const percentages = percentagesOf(row, capacity);
  const parts = Object.fromEntries(
    categories.map((category) => [
      category,
      { used: row[category], percentage: percentages.parts[category] },
    ]),
  ) as Record<Category, { used: number; percentage: number }>;
  return {
    data: {
      attributes: { used: row.used, capacity, percentage: percentages.total },
      meta: {
        ...parts,
        traffic: {
          upload: sumOf(chart, 'upload'),
          download: sumOf(chart, 'download'),
          chart: chart.map(({ day, upload, download }) => ({ date: dateOf(day), upload, download })),
        },
      },
    },
  };
};
