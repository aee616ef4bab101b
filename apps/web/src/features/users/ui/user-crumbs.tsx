import './user-crumbs.css';
import { useText } from '#shared/i18n/use-text.ts';
import { adminPaths } from '#shared/paths/section-paths.ts';
import { Link } from '#shared/router/link.tsx';

/** Breadcrumb back to all users. */
export const UserCrumbs = ({ name }: { readonly name: string }) => {
  const t = useText();
  return (
    <nav className="user-crumbs" aria-label={t('user.crumbs')}>
      <Link to={adminPaths.users()}>{t('users.title')}</Link>
      <span aria-hidden="true">{'/'}</span>
      <span className="truncate" aria-current="page">
        {name}
      </span>
    </nav>
  );
};
