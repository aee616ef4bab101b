import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { PreviewWalk } from '../preview-item.ts';

interface StepButtonProps {
  readonly label: string;
  readonly by: 1 | -1;
  readonly walk: PreviewWalk;
  readonly step: (by: number) => void;
}

/** Goes to the next or the previous file; keeps its place at the ends. */
export const StepButton = ({ label, by, walk: { position, total = 0 }, step }: StepButtonProps) => {
  const next = (position ?? -2) + by;
  const isThere = position !== undefined && next >= 0 && next < total;
  const Icon = by > 0 ? ChevronRight : ChevronLeft;
  return (
    <button
      type="button"
      className="preview-step"
      data-by={by}
      aria-label={label}
      data-tooltip={label}
      // A disabled button would lose the focus.
      aria-disabled={!isThere}
      onClick={() => step(by)}
    >
      <Icon className="icon-20" />
    </button>
  );
};
