import './checkbox.css';
import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Neither on nor off: some of its items are. */
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
    {/* Without a controlled state the browser shows and hides the tick. */}
    {checked !== false && <Check />}
  </span>
);
