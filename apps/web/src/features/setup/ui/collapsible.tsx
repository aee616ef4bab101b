import './collapsible.css';
import { ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';

interface CollapsibleProps {
  readonly title: string;
  readonly text: string;
  /** Opens the section where it contains an error. */
  readonly forced: boolean;
  readonly children: ReactNode;
}

/** Collapsed section for options that most leave at their defaults. */
export const Collapsible = ({ title, text, forced, children }: CollapsibleProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="collapsible"
      open={isOpen || forced}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <ChevronRight />
        <span>
          <b>{title}</b>
          <span>{text}</span>
        </span>
      </summary>
      <div className="collapsible-body">{children}</div>
    </details>
  );
};
