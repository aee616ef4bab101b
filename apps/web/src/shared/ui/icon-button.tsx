import './button.css';
import type { ComponentProps, ReactNode } from 'react';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** Names the button for assistive technology and in its tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly size?: 'small' | 'medium';
  /** For the tooltip, as it is written on keys: `Ctrl+S`. */
  readonly shortcut?: string;
}

export const IconButton = ({
  label,
  icon,
  size = 'medium',
  shortcut,
  className = '',
  ...rest
}: IconButtonProps) => (
  <button
    type="button"
    {...rest}
    className={`icon-button ${className}`}
    data-size={size}
    data-tooltip={label}
    data-shortcut={shortcut}
    aria-label={label}
    aria-keyshortcuts={shortcut?.replace('Ctrl', 'Control')}
  >
    {icon}
  </button>
);
