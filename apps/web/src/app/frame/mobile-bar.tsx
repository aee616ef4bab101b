import { Menu as MenuIcon, Plus } from 'lucide-react';
import { useState } from 'react';
import { addPopup } from '#features/files/actions/add-popup.store.ts';
import { useFirstRows } from '#features/files/listing/use-first-rows.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { Link } from '#shared/router/link.tsx';
import { paths } from '#shared/paths/paths.ts';
import { navigate, useLocation } from '#shared/router/location.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import { Slot } from '#shared/ui/slot.tsx';
import { currentOf, sections, type Section } from './sections.ts';
import { SharedBadge } from './shared-badge.ts';
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
          <SharedBadge compact />
        </PopupSlot>
      )}
      <span>{t(name === 'shared' ? 'shared.short_title' : found.label)}</span>
    </Link>
  );
};

/** The + where the screen is not one of the platform: it leads to Home, and asks there. */
const AddAtHome = () => {
  const t = useText();
  return (
    <button
      type="button"
      className="files-add"
      aria-label={t('frame.add_to_home')}
      onClick={() => {
        navigate(paths.files());
        addPopup.set(true);
      }}
    >
      <Plus />
    </button>
  );
};

/** The bar at the bottom of small windows; its middle belongs to the screens of the platform. */
export const MobileBar = () => {
  const t = useText();
  const [open, setOpen] = useState(false);
  const isPlatform = useLocation().pathname.startsWith('/platform');
  return (
    <nav className="mobile-bar" aria-label={t('frame.main')}>
      <BarLink name="files" />
      <BarLink name="latest" />
      {isPlatform ? <Slot name="add" /> : <AddAtHome />}
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
