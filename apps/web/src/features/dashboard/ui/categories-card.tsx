import type { Category } from '@holdall/contract/files';
import { currentLocale } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { Card } from '#shared/ui/card.tsx';
import { CategoryBar, CategoryRow } from '#shared/ui/category-bar.tsx';
import type { Dashboard } from '../dashboard.queries.ts';

/** The order of the bar. */
const order = ['images', 'videos', 'audios', 'documents', 'others'] as const satisfies readonly Category[];

const percent = (share: number): string =>
  new Intl.NumberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 0 }).format(share);

/** What all users store, by category; hidden where that is nothing. */
export const CategoriesCard = ({ storage }: Pick<Dashboard, 'storage'>) => {
  const t = useText();
  const segments = order.map((category) => ({ category, bytes: storage.categories[category] }));
  const total = segments.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total === 0) return null;
  const named = segments
    .filter(({ bytes }) => bytes > 0)
    .map(({ category, bytes }) => `${t(`storage.${category}`)} ${formatBytes(bytes)}`);
  return (
    <Card padded title={t('dashboard.categories')}>
      <CategoryBar label={named.join(', ')} segments={segments} />
      <ul className="dashboard-categories">
        {segments.map(({ category, bytes }) => (
          <CategoryRow
            key={category}
            category={category}
            name={t(`storage.${category}`)}
            percentage={(bytes / total) * 100}
            size={formatBytes(bytes)}
            share={percent(bytes / total)}
          />
        ))}
      </ul>
    </Card>
  );
};
