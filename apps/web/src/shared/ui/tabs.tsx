import './tabs.css';
import type { ReactNode } from 'react';

interface TabsProps {
  readonly label: string;
  /** Pills: pages of a page that has tabs itself. */
  readonly look?: 'pills';
  /** Links, the active one with `aria-current`. */
  readonly children: ReactNode;
}

/** Pages of one thing, side by side: links in a row that scrolls where there is no room. */
export const Tabs = ({ label, look, children }: TabsProps) => (
  <nav className="tabs" data-look={look} aria-label={label}>
    {children}
  </nav>
);
