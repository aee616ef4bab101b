import './tag.css';
import type { ReactNode } from 'react';

interface TagProps {
  /** Colours by meaning; the words say it, too. */
  readonly tone?: 'plain' | 'accent' | 'admin' | 'user' | 'success' | 'warning' | 'danger';
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/** A role, a status: one or two words in colour. */
export const Tag = ({ tone = 'plain', icon, children }: TagProps) => (
  <span className="tag" data-tone={tone}>
    {icon}
    {children}
  </span>
);
