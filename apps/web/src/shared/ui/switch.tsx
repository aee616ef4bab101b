import './switch.css';
import type { ComponentProps } from 'react';

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'onChange' | 'checked'> {
  readonly checked: boolean;
  readonly onSwitch: (on: boolean) => void;
}

/** On or off, at once; its label is the caller's. */
export const Switch = ({ checked, onSwitch, ...rest }: SwitchProps) => (
  <span className="switch">
    <input
      {...rest}
      type="checkbox"
      role="switch"
      checked={checked}
      aria-checked={checked}
      onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
    />
  </span>
);
