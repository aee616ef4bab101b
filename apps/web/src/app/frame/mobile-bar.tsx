import { Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { useFirstRows } from '#features/files/use-first-rows.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { Link } from '#shared/router/link.tsx';
import { useLocation } from '#shared/router/location.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import { Slot } from '#shared/ui/slot.tsx';
import { currentOf, sections, type Section } from './sections.ts';
import { SharedSign } from './shared-sign.ts';
import { usePlace } from './use-place.ts';

const MobileMenu = lazyChunk('mobile-menu', async () => (await import('./mobile-menu.popup.tsx')).MobileMenu);

const BarLink = ({ name }: Pick<Section, 'name'>) => {
  const t = useText();
  const { section } = usePlace();
  const { pathname } = useLocation();
  const firstRows = useFirstRows();
  const found = sections.find((one) => one.name === name);
  if (!found) return null;
  return (
    <Link
      className="mobile-item"
      to={found.to}
      aria-current={currentOf(found, { section, isTop: pathname === found.to })}
    >
      <found.Icon className="icon-20" />
      {firstRows && name === 'shared' && (
        <PopupSlot>
          <SharedSign compact />
        </PopupSlot>
      )}
      <span>{t(name === 'shared' ? 'shared.short_title' : found.label)}</span>
    </Link>
  );
};

/** The bar at the bottom of small windows; its middle belongs to the screen. */
export const MobileBar = () => {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <nav className="mobile-bar" aria-label={t('frame.main')}>
      <BarLink name="files" />
      <BarLink name="latest" />
      <Slot name="add" />
      <BarLink name="shared" />
      <button type="button" className="mobile-item" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <MenuIcon className="icon-20" />
        <span>{t('frame.menu')}</span>
      </button>
      {open && (
        <PopupSlot onFailure={() => setOpen(false)}>
          <MobileMenu onClose={() => setOpen(false)} />
        </PopupSlot>
      )}
    </nav>
  );
};
