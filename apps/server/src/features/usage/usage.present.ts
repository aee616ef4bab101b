import { categories, type Category } from '@holdall/contract/files';
import type { Storage } from '@holdall/contract/storage';
import { dateOf, percentagesOf } from './usage.rules.ts';
import type { StorageReport, UsageDay } from './usage.types.ts';

const sumOf = (chart: readonly UsageDay[], field: 'upload' | 'download'): number =>
  chart.reduce((sum, day) => sum + day[field], 0);

export const presentStorage = ({ row, capacity, chart, isMetered }: StorageReport): Storage => {
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
          chart: chart.map(({ day, upload, download, stored }) => ({
            date: dateOf(day),
            upload,
            download,
            ...(isMetered ? { stored } : {}),
          })),
        },
      },
    },
  };
};
