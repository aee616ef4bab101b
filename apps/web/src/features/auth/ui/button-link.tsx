import '#shared/ui/button.css';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from '#shared/router/link.tsx';
import type { ButtonStyle } from '#shared/ui/button.tsx';

interface ButtonLinkProps extends Omit<ComponentProps<typeof Link>, 'className'> {
  readonly look?: ButtonStyle;
  readonly size?: 'medium' | 'large';
  readonly icon?: ReactNode;
}

/** A link that looks like a button, as wide as what it stands in. */
export const ButtonLink = ({
  look = 'secondary',
  size = 'medium',
  icon,
  children,
  ...rest
}: ButtonLinkProps) => (
  <Link {...rest} className="button" data-look={look} data-size={size} data-full>
    <span className="button-content">
      {icon}
      {children}
    </span>
  </Link>
);
