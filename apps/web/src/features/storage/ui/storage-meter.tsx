import './storage-meter.css';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useConfig } from '#shared/config/config.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { CategoryBar } from '#shared/ui/category-bar.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { meterOf } from '../meter.ts';
import { storageQuery } from '../storage.queries.ts';

/** Shows stored bytes by category and the free space. */
export const StorageMeter = () => {
  const t = useText();
  const plan = useConfig(({ subscriptionType }) => subscriptionType);
  const { data, isError } = useQuery(storageQuery);
  if (isError && !data) return null;
  if (!data)
    return (
      <div className="meter" aria-hidden="true">
        <div className="meter-head">
          <Skeleton width={60} />
          <span className="spacer" />
          <Skeleton width={80} />
        </div>
        <div className="category-bar" />
      </div>
    );
  const { text, level, warning, segments, free, label } = meterOf(t, data, plan);
  return (
    <section className="meter" data-level={level} aria-label={t('storage.title')}>
      <div className="meter-head">
        <h2>{t('storage.title')}</h2>
        <span className="spacer" />
        <span className="meter-text numeric">{text}</span>
      </div>
      <CategoryBar {...{ label, segments, free }} />
      {warning && (
        <p className="meter-warning">
          {level === 'critical' ? <CircleAlert className="icon-14" /> : <TriangleAlert className="icon-14" />}
          {warning}
        </p>
      )}
    </section>
  );
};
