import './usage-bar.css';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { fullness, levelOf } from '#shared/lib/fullness.ts';

interface UsageBarProps {
  /** Bytes. */
  readonly used: number;
  /** Bytes; null: unlimited. */
  readonly capacity: number | null;
}

/** Shows a user's storage as a small bar and as text. */
export const UsageBar = ({ used, capacity }: UsageBarProps) => {
  const t = useText();
  const size = formatBytes(used);
  if (capacity === null) return <span className="usage numeric">{size}</span>;
  const percent = fullness(used, capacity);
  return (
    <span className="usage numeric" data-level={levelOf(percent)}>
      <span className="usage-bar" aria-hidden="true">
        <span style={{ width: `${Math.min(100, percent)}%` }} />
      </span>
      {t('users.used_of', { used: size, limit: formatBytes(capacity) })}
    </span>
  );
};
