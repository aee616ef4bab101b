import './checkbox.css';
import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Neither on nor off: some of what it stands for is. */
  readonly mixed?: boolean;
}

/** A native check box in the product's looks; its label is the caller's. */
export const Checkbox = ({ mixed = false, checked, ...rest }: CheckboxProps) => (
  <span className="checkbox">
    <input
      {...rest}
      checked={checked}
      type="checkbox"
      ref={(input) => {
        if (input) input.indeterminate = mixed;
      }}
    />
    {/* Where nobody tells whether it is checked, the browser shows and hides the sign. */}
    {checked !== false && <Check />}
  </span>
);
