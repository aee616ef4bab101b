import '#shared/ui/action-list.css';
import { LogOut } from 'lucide-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { ThemeChoice } from '#features/appearance/ui/theme-choice.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { Avatar } from '#shared/ui/avatar.tsx';
import { Popup } from '#shared/ui/popup.tsx';
import { userQuery } from '#shared/session/session.ts';
import { useLogOut } from '../log-out.tsx';

/** What the rail offers, for small windows. */
export const MobileMenu = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText();
  const { attributes } = useSuspenseQuery(userQuery).data.data;
  const logOut = useLogOut();
  return (
    <Popup title={t('frame.menu')} onClose={onClose}>
      <div className="mobile-menu-account">
        <Avatar {...attributes} size={42} />
        <span>
          <b className="truncate">{attributes.name || attributes.email}</b>
          {attributes.name !== '' && attributes.name !== attributes.email && (
            <span className="muted truncate">{attributes.email}</span>
          )}
        </span>
      </div>
      <ThemeChoice />
      <div className="action-list">
        <button
          type="button"
          onClick={() => {
            onClose();
            logOut();
          }}
        >
          <LogOut className="icon-20" />
          {t('logout.action')}
        </button>
      </div>
    </Popup>
  );
};
