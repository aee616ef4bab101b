import './category-row.css';
import type { Category } from '@holdall/contract/files';
import type { ReactNode } from 'react';

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
