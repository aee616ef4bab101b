import './storage-cards.css';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { Storage } from '@holdall/contract/storage';
import { useConfig } from '#shared/config/config.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { categories } from '#shared/lib/categories.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { formatPercent } from '#shared/lib/format-percent.ts';
import { Card } from '#shared/ui/card.tsx';
import { CategoryBar } from '#shared/ui/category-bar.tsx';
import { CategoryRow } from '#shared/ui/category-row.tsx';
import { meterOf, thisMonth } from '../meter.ts';
import { TrafficChart } from './traffic-chart.tsx';

/** Shows used and free storage by the account's plan, then the categories. */
const Usage = ({ storage }: { readonly storage: Storage }) => {
  const t = useText();
  const plan = useConfig(({ subscriptionType }) => subscriptionType);
  const { attributes, meta } = storage.data;
  const { segments, free, label, level, warning } = meterOf(t, storage, plan);
  return (
    <Card padded>
      <div className="storage-total">
        <span className="numeric storage-used">{formatBytes(attributes.used)}</span>
        <span className="numeric storage-of">
          {attributes.capacity === null
            ? t('storage.used')
            : t('storage.of_used', { limit: formatBytes(attributes.capacity) })}
        </span>
        <span className="spacer" />
        <span className="numeric muted">
          {free === undefined ? t('storage.no_limit') : t('storage.free', { size: formatBytes(free) })}
        </span>
      </div>
      <CategoryBar {...{ label, segments, free }} />
      {warning && (
        <p className="storage-warning" data-level={level}>
          {level === 'critical' ? <CircleAlert className="icon-16" /> : <TriangleAlert className="icon-16" />}
          {warning}
        </p>
      )}
      <ul className="storage-rows">
        {categories.map((category) => (
          <CategoryRow
            key={category}
            category={category}
            name={t(`storage.${category}`)}
            percentage={meta[category].percentage}
            size={formatBytes(meta[category].used)}
            share={formatPercent(meta[category].used / Math.max(1, attributes.capacity ?? attributes.used))}
          />
        ))}
      </ul>
    </Card>
  );
};

/** Shows uploads and downloads, which a metered plan counts. */
const Traffic = ({ storage }: { readonly storage: Storage }) => {
  const t = useText();
  const { traffic } = storage.data.meta;
  const isMetered = useConfig(({ subscriptionType }) => subscriptionType === 'metered');
  return (
    <Card
      padded
      title={t('traffic.title')}
      end={<span className="muted">{t('traffic.days', { days: traffic.chart.length })}</span>}
    >
      {isMetered && (
        <p className="storage-metered numeric">
          {t('storage.used_this_month', { used: formatBytes(thisMonth(traffic)) })}
        </p>
      )}
      <TrafficChart traffic={traffic} />
    </Card>
  );
};

interface StorageCardsProps {
  readonly storage: Storage;
  /** Notice about the figures. */
  readonly note: string;
}

/** The cards of a Storage page. */
export const StorageCards = ({ storage, note }: StorageCardsProps) => {
  return (
    <>
      <Usage storage={storage} />
      <p className="storage-plan muted">{note}</p>
      <Traffic storage={storage} />
    </>
  );
};
