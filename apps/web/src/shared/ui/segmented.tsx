import './segmented.css';
import { useId, type ReactNode } from 'react';

export interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: ReactNode;
}

interface SegmentedProps<Value extends string> {
  /** Names the choice; or the id of what does. */
  readonly label?: string;
  readonly 'aria-labelledby'?: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly value: Value | undefined;
  readonly segments: readonly Segment<Value>[];
  readonly disabled?: boolean;
  readonly onChoose: (value: Value) => void;
}

/** One of two, three or four, side by side: radio buttons, so that the arrows choose. */
export const Segmented = <Value extends string>({
  label,
  value,
  segments,
  disabled,
  onChoose,
  ...ids
}: SegmentedProps<Value>) => {
  const name = useId();
  return (
    <div
      className="segments"
      role="radiogroup"
      aria-label={label}
      aria-labelledby={ids['aria-labelledby']}
      aria-describedby={ids['aria-describedby']}
    >
      {segments.map((segment) => (
        <label key={segment.value}>
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            disabled={disabled}
            onChange={() => onChoose(segment.value)}
          />
          {segment.icon}
          {segment.label}
        </label>
      ))}
    </div>
  );
};
