import './section-panel.css';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { usersCountQuery } from '#features/users/users-count.queries.ts';
import { useConfig } from '#shared/config/config.ts';
import { currentLocale } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { Link } from '#shared/router/link.tsx';
import { useLocation } from '#shared/router/location.ts';
import { userQuery } from '#shared/session/session.ts';
import { adminLinks, currentLink, userLinks, type SectionLink } from './section-links.ts';

const UsersCount = () => {
  const { data } = useQuery(usersCountQuery);
  if (data === undefined) return null;
  return <span className="panel-count numeric">{data.toLocaleString(currentLocale())}</span>;
};

/** Links to the pages of a section. */
export const SectionLinks = ({ links }: { readonly links: readonly SectionLink[] }) => {
  const t = useText();
  const { pathname } = useLocation();
  return links.map((link) => (
    <Link
      key={link.label}
      className="panel-item"
      to={link.to}
      draggable={false}
      aria-current={currentLink(link, pathname)}
    >
      <link.Icon />
      {t(link.label)}
      {link.label === 'users.title' && <UsersCount />}
    </Link>
  ));
};

/** The panel of the sections "user" and "admin". */
export const SectionPanel = () => {
  const t = useText();
  const version = useConfig((config) => config.version);
  const { role } = useSuspenseQuery(userQuery).data.data.attributes;
  const { pathname } = useLocation();
  const isAdmin = role === 'admin' && pathname.startsWith('/admin');
  const title = t(isAdmin ? 'admin.title' : 'user.title');
  return (
    <>
      <h2 className="section-panel-heading">{title}</h2>
      <nav className="panel-sections" aria-label={title}>
        <SectionLinks links={isAdmin ? adminLinks : userLinks} />
      </nav>
      {isAdmin && <p className="section-panel-version numeric">{t('admin.version', { version })}</p>}
    </>
  );
};
