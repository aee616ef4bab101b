import './category-bar.css';
import type { Category } from '@holdall/contract/files';
import type { ReactNode } from 'react';

interface CategoryBarProps {
  /** All of it in one sentence. */
  readonly label: string;
  readonly segments: readonly { readonly category: Category; readonly bytes: number }[];
  /** Bytes that are free; undefined where there is no limit, and so no empty segment. */
  readonly free?: number | undefined;
}

/** What is stored, by category, as one bar. */
export const CategoryBar = ({ label, segments, free }: CategoryBarProps) => {
  const shown = segments.filter(({ bytes }) => bytes > 0);
  const rest = shown.length === 0 ? 1 : (free ?? 0);
  return (
    <div className="category-bar" role="img" aria-label={label}>
      {shown.map(({ category, bytes }) => (
        <span key={category} style={{ background: `var(--${category})`, flexGrow: bytes }} />
      ))}
      {rest > 0 && <span className="category-rest" style={{ flexGrow: rest }} />}
    </div>
  );
};

interface CategoryRowProps {
  readonly category: Category;
  readonly name: string;
  /** 0 to 100. */
  readonly percentage: number;
  readonly size: ReactNode;
  readonly share: ReactNode;
}

/** One category: its colour, name, share and size. */
export const CategoryRow = ({ category, name, percentage, size, share }: CategoryRowProps) => (
  <li className="category-row">
    <span className="category-dot" style={{ background: `var(--${category})` }} />
    <span className="category-name">{name}</span>
    <span className="category-share" aria-hidden="true">
      <span style={{ background: `var(--${category})`, width: `${Math.min(100, percentage)}%` }} />
    </span>
    <span className="numeric category-size">{size}</span>
    <span className="numeric muted category-percent">{share}</span>
  </li>
);
