import '#shared/ui/action-list.css';
import { LogIn } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { OwnerCard } from '#features/guest/ui/owner-card.tsx';
import type { Share } from '#features/guest/visit.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { paths } from '#shared/paths/paths.ts';
import { Link } from '#shared/router/link.tsx';
import { useLocation } from '#shared/router/location.ts';
import { Popup } from '#shared/ui/popup.tsx';
import { GuestTree } from './guest-tree.tsx';

interface GuestMenuProps {
  readonly share: Share;
  readonly onClose: () => void;
}

/** The side panel of wide windows as a menu. It closes with every step that leads elsewhere. */
export const GuestMenu = ({ share, onClose }: GuestMenuProps) => {
  const t = useText();
  const { pathname } = useLocation();
  const opened = useRef(pathname);
  const leave = useEffectEvent(onClose);
  useEffect(() => {
    if (pathname !== opened.current) leave();
  }, [pathname]);
  return (
    <Popup side title={t('frame.menu')} onClose={onClose}>
      <div className="guest-menu">
        <OwnerCard share={share} />
        {share.relationships.item.data.type === 'folder' && <GuestTree />}
      </div>
      <div className="action-list">
        <Link to={paths.signIn()}>
          <LogIn className="icon-20" />
          {t('guest.sign_in')}
        </Link>
      </div>
    </Popup>
  );
};
