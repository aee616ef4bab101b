import './folded.css';
import { ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';

interface FoldedProps {
  readonly title: string;
  readonly text: string;
  /** Whether something in it has to be seen. */
  readonly forced: boolean;
  readonly children: ReactNode;
}

/** What most leave as it is. */
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
