import './section-tabs.css';
import { useText } from '#shared/i18n/use-text.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { Link } from '#shared/router/link.tsx';
import { useLocation } from '#shared/router/location.ts';
import { reveal } from '#shared/ui/reveal.ts';
import { SlotFill } from '#shared/ui/slot.tsx';
import { currentLink, type SectionLink } from '../frame/section-links.ts';

interface SectionTabsProps {
  readonly label: string;
  readonly links: readonly SectionLink[];
}

/** The pages of a section above the title, where there is no panel that links them; quieter than a page's own tabs. */
export const SectionTabs = ({ label, links }: SectionTabsProps) => {
  const t = useText();
  const isMobile = useMedia(media.mobile);
  const { pathname } = useLocation();
  if (!isMobile) return null;
  return (
    <SlotFill name="section-tabs">
      <nav className="section-tabs" aria-label={label}>
        {links.map((link) => {
          const current = currentLink(link, pathname);
          return (
            <Link key={link.label} to={link.to} aria-current={current} ref={current && reveal}>
              {t(link.label)}
            </Link>
          );
        })}
      </nav>
    </SlotFill>
  );
};
