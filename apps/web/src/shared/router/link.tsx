import type { ComponentProps, MouseEvent } from 'react';
import { navigate } from './location.ts';

/** Tells whether a click asks for the browser's own handling: a new tab, a new window, a download. */
const isForBrowser = (event: MouseEvent): boolean =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** Path with its query, from `paths`. */
  readonly to: string;
  /** Id of the folder that is left by going up. */
  readonly left?: string | undefined;
}

/** A link inside the application, opened without loading the page again. */
export const Link = ({ to, left, onClick, children, ...rest }: LinkProps) => (
  <a
    {...rest}
    href={to}
    onClick={(event) => {
      onClick?.(event);
      if (event.defaultPrevented || isForBrowser(event)) return;
      event.preventDefault();
      navigate(to, { left });
    }}
  >
    {children}
  </a>
);
