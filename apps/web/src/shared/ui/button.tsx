import './button.css';
import type { ComponentProps, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { Spinner } from './spinner.tsx';

export type ButtonStyle = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-text';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: ButtonStyle;
  readonly size?: 'small' | 'medium' | 'large';
  readonly full?: boolean;
  /**
   * Shows a spinner instead of the content, keeps the width and ignores presses. Whatever tells it starts something that
   * is meant once: the second click of a double click and keys that are held down are ignored, too.
   */
  readonly busy?: boolean;
  readonly icon?: ReactNode;
}

export const Button = ({
  look = 'secondary',
  size = 'medium',
  full = false,
  busy,
  icon,
  children,
  className = '',
  onClick,
  ...rest
}: ButtonProps) => {
  const once = {
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      if (busy || event.detail > 1) event.preventDefault();
      else onClick?.(event);
    },
    onKeyDown: (event: KeyboardEvent) => event.repeat && event.preventDefault(),
  };
  return (
    <button
      type="button"
      {...rest}
      className={`button ${className}`}
      data-look={look}
      data-size={size}
      data-full={full || undefined}
      data-busy={busy || undefined}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      {...(busy === undefined ? { onClick } : once)}
    >
      <span className="button-content">
        {icon}
        {children}
      </span>
      {busy && <Spinner />}
    </button>
  );
};
