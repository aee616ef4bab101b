import './button.css';
import type { ComponentProps, ReactNode } from 'react';
import { Spinner } from './spinner.tsx';

export type ButtonStyle = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-text';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: ButtonStyle;
  readonly size?: 'small' | 'medium' | 'large';
  readonly full?: boolean;
  /** Shows a spinner instead of the content, keeps the width and ignores presses. */
  readonly busy?: boolean;
  readonly icon?: ReactNode;
}

export const Button = ({
  look = 'secondary',
  size = 'medium',
  full = false,
  busy = false,
  icon,
  children,
  className = '',
  onClick,
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    {...rest}
    className={`button ${className}`}
    data-look={look}
    data-size={size}
    data-full={full || undefined}
    data-busy={busy || undefined}
    aria-busy={busy || undefined}
    aria-disabled={busy || undefined}
    onClick={busy ? (event) => event.preventDefault() : onClick}
  >
    <span className="button-content">
      {icon}
      {children}
    </span>
    {busy && <Spinner />}
  </button>
);
