import { useText } from '#shared/i18n/use-text.ts';
import { categories, categoryTexts } from '#shared/lib/categories.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { formatPercent } from '#shared/lib/format-percent.ts';
import { Card } from '#shared/ui/card.tsx';
import { CategoryBar } from '#shared/ui/category-bar.tsx';
import { CategoryRow } from '#shared/ui/category-row.tsx';
import type { Dashboard } from '../dashboard.queries.ts';

/** Shows the storage of all users by category; hidden where nothing is stored. */
export const CategoriesCard = ({ storage }: Pick<Dashboard, 'storage'>) => {
  const t = useText();
  const segments = categories.map((category) => ({ category, bytes: storage.categories[category] }));
  const total = segments.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total === 0) return null;
  return (
    <Card padded title={t('dashboard.categories')}>
      <CategoryBar label={categoryTexts(t, segments).join(', ')} segments={segments} />
      <ul className="dashboard-categories">
        {segments.map(({ category, bytes }) => (
          <CategoryRow
            key={category}
            category={category}
            name={t(`storage.${category}`)}
            percentage={(bytes / total) * 100}
            size={formatBytes(bytes)}
            share={formatPercent(bytes / total)}
          />
        ))}
      </ul>
    </Card>
  );
};
