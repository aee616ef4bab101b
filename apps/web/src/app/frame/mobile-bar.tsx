import { HardDrive, Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { paths } from '#shared/paths/paths.ts';
import { Link } from '#shared/router/link.tsx';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import { Slot } from '#shared/ui/slot.tsx';

const MobileMenu = lazyChunk('mobile-menu', async () => (await import('./mobile-menu.popup.tsx')).MobileMenu);

/** The bar at the bottom of small windows; its middle belongs to the screen. */
export const MobileBar = () => {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <nav className="mobile-bar" aria-label={t('frame.main')}>
      <Link className="mobile-item" to={paths.files()} aria-current="page">
        <HardDrive className="icon-20" />
        <span>{t('frame.home')}</span>
      </Link>
      <Slot name="add" />
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
