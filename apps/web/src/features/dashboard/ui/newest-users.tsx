import './dashboard.css';
import { useText } from '#shared/i18n/use-text.ts';
import { calledOf } from '#shared/lib/called-of.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { formatShortDate } from '#shared/lib/format-date.ts';
import { adminPaths } from '#shared/paths/section-paths.ts';
import { Link } from '#shared/router/link.tsx';
import { Avatar } from '#shared/ui/avatar.tsx';
import { Card } from '#shared/ui/card.tsx';
import { RoleTag } from '#shared/ui/role-tag.tsx';
import type { Dashboard } from '../dashboard.queries.ts';

/** Lists the newest users with links to their pages. */
export const NewestUsers = ({ users }: { readonly users: Dashboard['newest_users'] }) => {
  const t = useText();
  if (users.length === 0) return null;
  return (
    <Card title={t('dashboard.newest')} end={<Link to={adminPaths.users()}>{t('dashboard.all_users')}</Link>}>
      <ul className="newest-users">
        {users.map((user) => (
          <li key={user.id}>
            <Link to={adminPaths.user(user.id)}>
              <Avatar {...user} size={32} />
              <span className="newest-name">
                <b className="truncate">{calledOf(user)}</b>
                {user.name && <span className="truncate muted">{user.email}</span>}
              </span>
              <span>
                <RoleTag role={user.role} />
              </span>
              <span className="numeric newest-used">{formatBytes(user.used)}</span>
              <span className="numeric muted newest-created">{formatShortDate(user.created_at)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
};
