import './text-field.css';
import type { ComponentProps, ReactNode } from 'react';

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'size'> {
  readonly size?: 'medium' | 'large';
  /** Drawn inside the box, at its end. */
  readonly end?: ReactNode;
}

/** A box to write into; its label is the caller's. */
export const TextInput = ({ size = 'medium', end, ...rest }: TextInputProps) => (
  <span className="text-field-box" data-size={size} data-invalid={rest['aria-invalid'] ? true : undefined}>
    <input {...rest} />
    {end}
  </span>
);
