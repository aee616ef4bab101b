import type { Config } from '@holdall/contract/settings';
import type { Storage } from '@holdall/contract/storage';
import type { Translate } from '#shared/i18n/messages.ts';
import { categories, categoryTexts, type CategoryBytes } from '#shared/lib/categories.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { fullness, levelOf } from '#shared/lib/fullness.ts';

export interface Meter {
  /** `38.4 of 50 GB` */
  readonly text: string;
  readonly level: ReturnType<typeof levelOf>;
  /** The level as text. */
  readonly warning: string | undefined;
  /** Bytes of each non-empty category, in a fixed order. */
  readonly segments: readonly CategoryBytes[];
  /** Free bytes; undefined without a limit. */
  readonly free: number | undefined;
  /** The whole meter as one sentence. */
  readonly label: string;
}

/** Formats `38.4 of 50 GB`, with a shared unit only once. */
const usedOf = (t: Translate, used: number, capacity: number): string => {
  const [part, whole] = [formatBytes(used), formatBytes(capacity)];
  const unit = whole.slice(whole.lastIndexOf(' '));
  return t('storage.used_of', {
    used: part.endsWith(unit) ? part.slice(0, -unit.length) : part,
    limit: whole,
  });
};

type Traffic = Storage['data']['meta']['traffic'];

/** Returns the traffic of the current month (UTC), which is that of the last counted day. */
export const thisMonth = ({ chart }: Traffic): number => {
  const month = chart.at(-1)?.date.slice(0, 'yyyy-mm'.length);
  return chart
    .filter(({ date }) => date.slice(0, 'yyyy-mm'.length) === month)
    .reduce((sum, { upload, download }) => sum + upload + download, 0);
};

const textOf = (
  t: Translate,
  { attributes, meta }: Storage['data'],
  plan: Config['subscriptionType'],
): string => {
  const { used, capacity } = attributes;
  if (capacity !== null) return usedOf(t, used, capacity);
  if (plan === 'metered') return t('storage.used_this_month', { used: formatBytes(thisMonth(meta.traffic)) });
  return formatBytes(used);
};

const warningOf = (t: Translate, percent: number): string | undefined => {
  if (percent >= 100) return t('storage.full');
  const level = levelOf(percent);
  return level === 'fine' ? undefined : t(`storage.${level}`, { percent: Math.floor(percent) });
};

/** Returns the storage meter of a plan (specification section 3, storage usage). */
export const meterOf = (t: Translate, { data }: Storage, plan: Config['subscriptionType']): Meter => {
  const { used, capacity } = data.attributes;
  const segments = categories
    .map((category) => ({ category, bytes: data.meta[category].used }))
    .filter(({ bytes }) => bytes > 0);
  const free = capacity === null ? undefined : Math.max(0, capacity - used);
  const percent = fullness(used, capacity);
  const parts = categoryTexts(t, segments);
  if (free !== undefined) parts.push(t('storage.free', { size: formatBytes(free) }));
  return {
    text: textOf(t, data, plan),
    level: levelOf(percent),
    warning: warningOf(t, percent),
    segments,
    free,
    label: parts.length > 0 ? parts.join(', ') : t('storage.nothing'),
  };
};
