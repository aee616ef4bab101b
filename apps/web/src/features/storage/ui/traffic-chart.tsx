import type { Storage } from '@holdall/contract/storage';
import { useConfig } from '#shared/config/config.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { formatChartDay } from '#shared/lib/format-time.ts';
import { BarChart } from '#shared/ui/bar-chart.tsx';

/** Shows uploads and downloads by day. */
export const TrafficChart = ({ traffic }: { readonly traffic: Storage['data']['meta']['traffic'] }) => {
  const t = useText();
  // The accent that resembles the colour of downloads.
  const isNearVideos = useConfig(({ app }) => app.color === 'plum');
  const days = traffic.chart.length;
  return (
    <BarChart
      label={t('traffic.label', {
        days,
        upload: formatBytes(traffic.upload),
        download: formatBytes(traffic.download),
      })}
      series={[
        { name: t('traffic.upload'), color: 'var(--accent)' },
        { name: t('traffic.download'), color: isNearVideos ? 'var(--documents)' : 'var(--videos)' },
      ]}
      bars={traffic.chart.map(({ date, upload, download }) => ({
        date,
        label: formatChartDay(date),
        values: [upload, download],
      }))}
      format={formatBytes}
      empty={t('traffic.none')}
      tableLabel={t('traffic.table')}
      dayLabel={t('traffic.day')}
    />
  );
};
