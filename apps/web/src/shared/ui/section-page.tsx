import './section-page.css';
import { useEffect, useRef, type ReactNode } from 'react';
import { useDelayed } from '#shared/lib/use-delayed.ts';
import { Skeleton } from './skeleton.tsx';
import { Slot } from './slot.tsx';

interface SectionPageProps {
  readonly title: string;
  /** A sentence about the page, below its title. */
  readonly lead?: ReactNode;
  /** Stands beside the title, as its tag. */
  readonly beside?: ReactNode;
  /** Stands above the title, in the place of the section's tabs: the way back. */
  readonly above?: ReactNode;
  /** Stands before the title: whose page it is. */
  readonly picture?: ReactNode;
  /** Buttons at the end of the heading. */
  readonly actions?: ReactNode;
  /** As wide as the window: tables and dashboards. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A page of cards on the canvas, at most 860 px wide. The focus moves to its title. */
export const SectionPage = ({
  title,
  lead,
  beside,
  above,
  picture,
  actions,
  wide = false,
  children,
}: SectionPageProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <main className="section-page" data-wide={wide || undefined}>
      <div className="section-page-column">
        {above ?? <Slot name="section-tabs" className="section-page-tabs" />}
        <header className="section-page-header">
          {picture}
          <div className="section-page-heading">
            <h1 ref={heading} tabIndex={-1}>
              {title}
              {beside}
            </h1>
            {lead && <p className="muted">{lead}</p>}
          </div>
          {actions && <div className="section-page-actions">{actions}</div>}
        </header>
        {children}
      </div>
    </main>
  );
};

/** Milliseconds after which what loads shows that it does. */
const patience = 150;

/** The shape of a page that is still loading. */
export const SectionSkeleton = () => {
  const isLate = useDelayed(true, patience);
  return (
    <main className="section-page" aria-busy="true">
      {isLate && (
        <div className="section-page-column" aria-hidden="true">
          <Skeleton width={180} height={24} />
          <Skeleton width={260} height={12} />
          <Skeleton width="100%" height={240} radius={16} />
        </div>
      )}
    </main>
  );
};
