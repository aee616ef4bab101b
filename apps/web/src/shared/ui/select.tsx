import './select.css';
import { ChevronsUpDown } from 'lucide-react';
import type { ComponentProps } from 'react';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'children' | 'onChange'> {
  readonly options: readonly SelectOption[];
  readonly onChoose: (value: string) => void;
}

/** The browser's own choice among a few, in the product's looks; its label is the caller's. */
export const Select = ({ options, onChoose, ...rest }: SelectProps) => (
  <span className="select" data-invalid={rest['aria-invalid'] ? true : undefined}>
    <select {...rest} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
    <ChevronsUpDown className="icon-16" />
  </span>
);
