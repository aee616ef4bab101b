import './folded.css';
import { ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';

interface FoldedProps {
  readonly title: string;
  readonly text: string;
  /** Opens the section where it contains an error. */
  readonly forced: boolean;
  readonly children: ReactNode;
}

/** Collapsed section for options that most leave at their defaults. */
export const Folded = ({ title, text, forced, children }: FoldedProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="folded"
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
      <div className="folded-body">{children}</div>
    </details>
  );
};
