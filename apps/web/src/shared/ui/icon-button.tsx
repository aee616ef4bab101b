import './button.css';
import type { ComponentProps, ReactNode } from 'react';
import { shortcutNames } from '#shared/lib/shortcut.ts';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** Names the button for assistive technology and in its tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly size?: 'small' | 'medium';
  /** The press that does the same, for the tooltip; as `shortcutText` takes it: `Mod+S`. */
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
    aria-keyshortcuts={shortcut && shortcutNames(shortcut)}
  >
    {icon}
  </button>
);
