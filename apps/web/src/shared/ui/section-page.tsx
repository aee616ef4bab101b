import './section-page.css';
import { useEffect, useRef, type ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { LateSkeleton } from './late-skeleton.tsx';
import { Slot } from './slot.tsx';

interface SectionPageProps {
  readonly title: string;
  /** A sentence about the page, below its title. */
  readonly lead?: ReactNode;
  /** Stands beside the title, as its tag. */
  readonly beside?: ReactNode;
  /** Stands above the title, in the place of the section's tabs: the way back. */
  readonly above?: ReactNode;
  /** The avatar before the title. */
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

/** The shape of a page that is still loading. */
export const SectionSkeleton = () => {
  const t = useText();
  return (
    <main className="section-page" aria-busy="true">
      <h1 className="visually-hidden">{t('files.loading')}</h1>
      <div className="section-page-column" aria-hidden="true">
        <LateSkeleton width={180} height={24} />
        <LateSkeleton width={260} height={12} />
        <LateSkeleton width="100%" height={240} radius={16} />
      </div>
    </main>
  );
};
