import { CircleUserRound, HardDrive, LogOut, Settings2 } from 'lucide-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { ThemeIcon, ThemeMenu } from '#features/appearance/ui/theme-menu.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { paths } from '#shared/paths/paths.ts';
import { Link } from '#shared/router/link.tsx';
import { useLocation } from '#shared/router/location.ts';
import { logOut } from '../log-out.tsx';
import { OwnAvatar } from './own-avatar.tsx';
import { userQuery } from '#shared/session/session.ts';

/** The sections that the bar links, each to its first page; the administration for administrators alone. */
const links = [
  { within: '/platform', label: 'frame.home', Icon: HardDrive, to: paths.files() },
  { within: '/user', label: 'profile.title', Icon: CircleUserRound, to: paths.profile() },
  { within: '/admin', label: 'settings.title', Icon: Settings2, to: paths.dashboard() },
] as const;

/** The bar at the far left: who is signed in, the sections, theme and signing out. */
export const Rail = () => {
  const { pathname } = useLocation();
  const { attributes } = useSuspenseQuery(userQuery).data.data;
  const t = useText();
  // Wide windows show the words themselves.
  const hasWords = useMedia(media.wide);
  const tooltip = (label: string) => (hasWords ? {} : { 'data-tooltip': label, 'data-tooltip-beside': '' });
  return (
    <nav className="rail" aria-label={t('frame.main')}>
      <OwnAvatar size={42} />
      {links.map(
        ({ within, label, Icon, to }) =>
          (within !== '/admin' || attributes.role === 'admin') && (
            <Link
              key={within}
              className="rail-item"
              to={to}
              aria-current={to === pathname ? 'page' : pathname.startsWith(within) || undefined}
              {...tooltip(t(label))}
            >
              <Icon />
              <span>{t(label)}</span>
            </Link>
          ),
      )}
      <span className="spacer" />
      <ThemeMenu
        trigger={(props) => (
          <button type="button" className="rail-item" {...tooltip(t('theme.action'))} {...props}>
            <ThemeIcon />
            <span>{t('theme.action')}</span>
          </button>
        )}
      />
      <button type="button" className="rail-item" {...tooltip(t('logout.action'))} onClick={logOut}>
        <LogOut />
        <span>{t('logout.action')}</span>
      </button>
    </nav>
  );
};
