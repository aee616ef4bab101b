import './usage-bar.css';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';

interface UsageBarProps {
  /** Bytes. */
  readonly used: number;
  /** Bytes; null: unlimited. */
  readonly capacity: number | null;
}

/** Per cent at which the bar warns, and at which it alarms (ui.md, "Storage meter"). */
const limits = { low: 80, critical: 95 } as const;

/** How much of their room somebody uses: a small bar, and words. */
export const UsageBar = ({ used, capacity }: UsageBarProps) => {
  const t = useText();
  const size = formatBytes(used);
  if (capacity === null) return <span className="usage numeric">{size}</span>;
  const percent = capacity === 0 ? 100 : Math.min(100, (used / capacity) * 100);
  const level = percent >= limits.critical ? 'critical' : percent >= limits.low ? 'low' : 'fine';
  return (
    <span className="usage numeric" data-level={level}>
      <span className="usage-bar" aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </span>
      {t('users.used_of', { used: size, limit: formatBytes(capacity) })}
    </span>
  );
};
