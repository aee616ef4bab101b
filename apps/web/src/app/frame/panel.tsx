import './panel.css';
import { PanelLeft } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { useStore } from '#shared/lib/store.ts';
import { Link } from '#shared/router/link.tsx';
import { useLocation } from '#shared/router/location.ts';
import { Brand } from '#shared/ui/brand.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import { useFirstRows } from '#features/files/listing/use-first-rows.ts';
import { OwnAvatar } from './own-avatar.tsx';
import { railSetting } from './rail.store.ts';
import { currentOf, sections } from './sections.ts';
import { SharedBadge } from './shared-badge.ts';
import { usePlace } from './use-place.ts';

const SectionPanel = lazyChunk(
  'section-panel',
  async () => (await import('./section-panel.tsx')).SectionPanel,
);
const PanelBody = lazyChunk('panel', async () => (await import('./panel-body.tsx')).PanelBody);

/**
 * Below the application's title the sections of the platform, then favourites, folders and storage; in the sections
 * "user" and "admin" their pages.
 */
export const Panel = () => {
  const t = useText();
  const rail = useStore(railSetting);
  const place = usePlace();
  const { pathname } = useLocation();
  const firstRows = useFirstRows();
  const isPlatform = pathname.startsWith('/platform/');
  return (
    <aside className="panel" aria-label={t('frame.sections')}>
      <div className="panel-brand">
        <Brand size={26} />
        <span className="spacer" />
        {rail === 'hidden' && <OwnAvatar size={32} />}
        <IconButton
          size="small"
          label={t(rail === 'shown' ? 'frame.hide_rail' : 'frame.show_rail')}
          icon={<PanelLeft className="icon-16" />}
          onClick={() => railSetting.set(rail === 'shown' ? 'hidden' : 'shown')}
        />
      </div>
      {isPlatform && (
        <nav className="panel-sections" aria-label={t('frame.sections')}>
          {sections.map((section) => (
            <Link
              key={section.name}
              className="panel-item"
              to={section.to}
              draggable={false}
              aria-current={currentOf(section, { section: place.section, isTop: pathname === section.to })}
              {...section.target?.(t(section.label))}
            >
              <section.Icon />
              {t(section.label)}
              {firstRows && section.name === 'shared' && (
                <PopupSlot>
                  <SharedBadge />
                </PopupSlot>
              )}
            </Link>
          ))}
        </nav>
      )}
      {(firstRows || !isPlatform) && (
        <PopupSlot>{isPlatform ? <PanelBody place={place} /> : <SectionPanel />}</PopupSlot>
      )}
    </aside>
  );
};
