import './category-bar.css';
import type { CategoryBytes } from '#shared/lib/categories.ts';

interface CategoryBarProps {
  /** All of it in one sentence. */
  readonly label: string;
  readonly segments: readonly CategoryBytes[];
  /** Bytes that are free; undefined where there is no limit, and so no empty segment. */
  readonly free?: number | undefined;
}

/** The stored bytes by category, as one bar. */
export const CategoryBar = ({ label, segments, free }: CategoryBarProps) => {
  const shown = segments.filter(({ bytes }) => bytes > 0);
  const rest = free === undefined ? 0 : shown.length === 0 ? 1 : free;
  // Nothing is stored and nothing is left over: there is nothing to draw.
  if (shown.length === 0 && rest === 0) return null;
  return (
    <div className="category-bar" role="img" aria-label={label}>
      {shown.map(({ category, bytes }) => (
        <span key={category} style={{ background: `var(--${category})`, flexGrow: bytes }} />
      ))}
      {rest > 0 && <span className="category-rest" style={{ flexGrow: rest }} />}
    </div>
  );
};
