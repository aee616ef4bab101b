import '#shared/ui/button.css';
import type { ComponentProps, ReactNode } from 'react';
import type { ButtonProps } from '#shared/ui/button.tsx';
import { Link } from './link.tsx';

interface ButtonLinkProps
  extends Omit<ComponentProps<typeof Link>, 'className'>, Pick<ButtonProps, 'look' | 'size' | 'full'> {
  readonly icon?: ReactNode;
}

/** A link that looks like a button. */
export const ButtonLink = ({
  look = 'secondary',
  size = 'medium',
  full = false,
  icon,
  children,
  ...rest
}: ButtonLinkProps) => (
  <Link {...rest} className="button" data-look={look} data-size={size} data-full={full || undefined}>
    <span className="button-content">
      {icon}
      {children}
    </span>
  </Link>
);
