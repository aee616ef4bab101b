import '#shared/ui/action-list.css';
import './panel.css';
import { LogOut } from 'lucide-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { ThemeChoice } from '#features/appearance/ui/theme-choice.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { calledOf } from '#shared/lib/called-of.ts';
import { Link } from '#shared/router/link.tsx';
import { useLocation } from '#shared/router/location.ts';
import { Avatar } from '#shared/ui/avatar.tsx';
import { Popup } from '#shared/ui/popup.tsx';
import { userQuery } from '#shared/session/session.ts';
import { logOut } from '../log-out.tsx';
import { PanelBody } from './panel-body.tsx';
import { adminLinks, userLinks } from './section-links.ts';
import { SectionLinks } from './section-panel.tsx';
import { currentOf, sections } from './sections.ts';
import { usePlace } from './use-place.ts';

const Account = () => {
  const { attributes } = useSuspenseQuery(userQuery).data.data;
  return (
    <div className="mobile-menu-account">
      <Avatar {...attributes} size={42} />
      <span>
        <b className="truncate">{calledOf(attributes)}</b>
        {attributes.name !== '' && attributes.name !== attributes.email && (
          <span className="muted truncate">{attributes.email}</span>
        )}
      </span>
    </div>
  );
};

/** Sections that the bar has no room for. */
const others = sections.filter(({ name }) => name === 'trash');

/** The contents of rail and panel for small windows. It closes with every step that leads elsewhere. */
export const MobileMenu = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText();
  const place = usePlace();
  const isAdmin = useSuspenseQuery(userQuery).data.data.attributes.role === 'admin';
  const { pathname } = useLocation();
  const opened = useRef(pathname);
  const leave = useEffectEvent(onClose);
  useEffect(() => {
    if (pathname !== opened.current) leave();
  }, [pathname]);
  return (
    <Popup side title={t('frame.menu')} onClose={onClose}>
      <Account />
      <nav className="mobile-menu-sections" aria-label={t('frame.sections')}>
        {others.map((section) => (
          <Link
            key={section.name}
            className="panel-item"
            to={section.to}
            aria-current={currentOf(section, { section: place.section, isTop: pathname === section.to })}
          >
            <section.Icon />
            {t(section.label)}
          </Link>
        ))}
      </nav>
      <div className="mobile-menu-panel">
        <PanelBody place={place} />
      </div>
      <nav className="mobile-menu-sections" aria-label={t('user.title')}>
        <h3>{t('user.title')}</h3>
        <SectionLinks links={userLinks} />
      </nav>
      {isAdmin && (
        <nav className="mobile-menu-sections" aria-label={t('admin.title')}>
          <h3>{t('admin.title')}</h3>
          <SectionLinks links={adminLinks} />
        </nav>
      )}
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
