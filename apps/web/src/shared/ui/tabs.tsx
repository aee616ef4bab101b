import './tabs.css';
import type { ReactNode } from 'react';

interface TabsProps {
  readonly label: string;
  /** Links, the active one with `aria-current`. */
  readonly children: ReactNode;
}

/** Pages of one thing, side by side: links in a row that scrolls where there is no room. */
export const Tabs = ({ label, children }: TabsProps) => (
  <nav className="tabs" aria-label={label}>
    {children}
  </nav>
);
