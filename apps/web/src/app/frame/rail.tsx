import { HardDrive, LogOut } from 'lucide-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { ThemeIcon, ThemeMenu } from '#features/appearance/ui/theme-menu.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { paths } from '#shared/paths/paths.ts';
import { Link } from '#shared/router/link.tsx';
import { Avatar } from '#shared/ui/avatar.tsx';
import { useLogOut } from '../log-out.tsx';
import { userQuery } from '#shared/session/session.ts';
import { usePlace } from './use-place.ts';

/** The signed-in user's tile. */
const Account = () => {
  const t = useText();
  const { attributes } = useSuspenseQuery(userQuery).data.data;
  return (
    <span
      className="rail-account"
      role="img"
      aria-label={t('frame.account', { name: attributes.name || attributes.email })}
    >
      <Avatar {...attributes} size={42} />
    </span>
  );
};

/** The bar at the far left: who is signed in, the sections, theme and signing out. */
export const Rail = () => {
  const { section, folder } = usePlace();
  const t = useText();
  const logOut = useLogOut();
  return (
    <nav className="rail" aria-label={t('frame.main')}>
      <Account />
      <Link
        className="rail-item"
        to={paths.files()}
        aria-current={section === 'files' && folder === null ? 'page' : 'true'}
        data-tooltip={t('frame.home')}
      >
        <HardDrive />
        <span>{t('frame.home')}</span>
      </Link>
      <span className="spacer" />
      <ThemeMenu
        trigger={(props) => (
          <button type="button" className="rail-item" data-tooltip={t('theme.action')} {...props}>
            <ThemeIcon />
            <span>{t('theme.action')}</span>
          </button>
        )}
      />
      <button type="button" className="rail-item" data-tooltip={t('logout.action')} onClick={logOut}>
        <LogOut />
        <span>{t('logout.action')}</span>
      </button>
    </nav>
  );
};
