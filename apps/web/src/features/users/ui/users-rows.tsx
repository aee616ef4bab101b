import './users-table.css';
import type { ManagedUser } from '@holdall/contract/admin-users';
import { useText } from '#shared/i18n/use-text.ts';
import { calledOf } from '#shared/lib/called-of.ts';
import { adminPaths } from '#shared/paths/section-paths.ts';
import { Link } from '#shared/router/link.tsx';
import { Avatar } from '#shared/ui/avatar.tsx';
import { RoleTag } from '#shared/ui/role-tag.tsx';
import { StatusTag } from './user-tags.tsx';

/** Lists users in rows of two lines, for phones. */
export const UsersRows = ({ users }: { readonly users: readonly ManagedUser[] }) => {
  const t = useText();
  return (
    <ul className="users-rows" aria-label={t('users.title')}>
      {users.map((user) => {
        const { attributes } = user;
        return (
          <li key={user.id}>
            <Link to={adminPaths.user(user.id)}>
              <Avatar {...attributes} size={42} />
              <span className="users-rows-text">
                <b className="truncate">{calledOf(attributes)}</b>
                {attributes.name && <span className="truncate muted">{attributes.email}</span>}
              </span>
              <span className="users-rows-tags">
                <RoleTag role={attributes.role} />
                <StatusTag user={user} />
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
};
