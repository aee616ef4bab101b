import { LogIn, Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { ThemeIcon, ThemeMenu } from '#features/appearance/ui/theme-menu.tsx';
import type { Share } from '#features/guest/visit.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { paths } from '#shared/paths/paths.ts';
import { ButtonLink } from '#shared/router/button-link.tsx';
import { Brand } from '#shared/ui/brand.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';

const GuestMenu = lazyChunk('guest-menu', async () => (await import('./guest-menu.popup.tsx')).GuestMenu);

/** Opens the menu of everything that has no room beside the listing. */
const MenuButton = ({ share }: { readonly share: Share }) => {
  const t = useText();
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <IconButton
        label={t('frame.menu')}
        icon={<MenuIcon className="icon-20" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {open && (
        <PopupSlot onFailure={close}>
          <GuestMenu share={share} onClose={close} />
        </PopupSlot>
      )}
    </>
  );
};

/** The bar above every page of a link: the brand, the theme, the way to an account. */
export const GuestBar = ({ share }: { readonly share?: Share | undefined }) => {
  const t = useText();
  const mobile = useMedia(media.mobile);
  return (
    <nav className="guest-bar" aria-label={t('guest.site')}>
      <Brand size={28} />
      <span className="spacer" />
      <ThemeMenu
        align="end"
        trigger={(props) => <IconButton label={t('theme.action')} icon={<ThemeIcon />} {...props} />}
      />
      {share && mobile ? (
        <MenuButton share={share} />
      ) : (
        share && (
          <ButtonLink to={paths.signIn()} icon={<LogIn className="icon-16" />}>
            {t('guest.sign_in')}
          </ButtonLink>
        )
      )}
    </nav>
  );
};
