import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';

interface SidewaysScrollerProps {
  readonly className: string;
  /** One element, as wide as it needs to be. */
  readonly children: ReactNode;
}

/** Scrolls content that is wider than it. Then, and only then, it is reached by keyboard (WCAG 2.1.1). */
export const SidewaysScroller = ({ className, children }: SidewaysScrollerProps) => {
  const t = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth));
    for (const observed of [element, element.firstElementChild]) if (observed) observer.observe(observed);
    return () => observer.disconnect();
  }, []);
  const reachable = scrolls && { role: 'group', tabIndex: 0, 'aria-label': t('preview.scrolls_sideways') };
  return (
    <div ref={scroller} className={className} data-scrolls-sideways {...reachable}>
      {children}
    </div>
  );
};
