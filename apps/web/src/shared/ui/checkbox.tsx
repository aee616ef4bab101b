import './checkbox.css';
import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Neither on nor off: some of what it stands for is. */
  readonly mixed?: boolean;
}

/** A native check box in the product's looks; its label is the caller's. */
export const Checkbox = ({ mixed = false, ...rest }: CheckboxProps) => (
  <span className="checkbox">
    <input
      {...rest}
      type="checkbox"
      ref={(input) => {
        if (input) input.indeterminate = mixed;
      }}
    />
    <Check />
  </span>
);
