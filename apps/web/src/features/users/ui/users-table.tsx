import './users-table.css';
import '#shared/ui/table.css';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ManagedUser } from '@holdall/contract/admin-users';
import type { UserSortField } from '@holdall/contract/choices';
import { useText } from '#shared/i18n/use-text.ts';
import { calledOf } from '#shared/lib/called-of.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { formatShortDate } from '#shared/lib/format-date.ts';
import { fullness, levelOf } from '#shared/lib/fullness.ts';
import { adminPaths } from '#shared/paths/section-paths.ts';
import { Link } from '#shared/router/link.tsx';
import { Avatar } from '#shared/ui/avatar.tsx';
import { RoleTag } from '#shared/ui/role-tag.tsx';
import type { UsersView } from '../users-address.ts';
import { StatusTag } from './user-tags.tsx';

interface UsersTableProps {
  readonly users: readonly ManagedUser[];
  readonly view: UsersView;
  readonly onSort: (field: UserSortField) => void;
}

/** The columns; a sortable one has the name of its sort field. */
const columns: readonly {
  readonly name: 'name' | 'role' | 'status' | 'two_factor' | 'used' | 'last_seen_at' | 'created_at';
  readonly sort?: UserSortField;
}[] = [
  { name: 'name', sort: 'name' },
  { name: 'role', sort: 'role' },
  { name: 'status' },
  { name: 'two_factor' },
  { name: 'used', sort: 'used' },
  { name: 'last_seen_at', sort: 'last_seen_at' },
  { name: 'created_at', sort: 'created_at' },
];

interface UsageBarProps {
  /** Bytes. */
  readonly used: number;
  /** Bytes; null: unlimited. */
  readonly capacity: number | null;
}

/** Shows a user's storage as a small bar and as text. */
const UsageBar = ({ used, capacity }: UsageBarProps) => {
  const t = useText();
  const size = formatBytes(used);
  if (capacity === null) return <span className="usage numeric">{size}</span>;
  const percent = fullness(used, capacity);
  return (
    <span className="usage numeric" data-level={levelOf(percent)}>
      <span className="usage-bar" aria-hidden="true">
        <span style={{ width: `${Math.min(100, percent)}%` }} />
      </span>
      {t('users.used_of', { used: size, limit: formatBytes(capacity) })}
    </span>
  );
};

const UserRow = ({ user }: { readonly user: ManagedUser }) => {
  const t = useText();
  const { attributes, meta } = user;
  const { name, email, role, two_factor_confirmed_at, last_seen_at, created_at } = attributes;
  return (
    <tr data-link>
      <th scope="row" data-column="name">
        <span className="users-person">
          <Avatar {...attributes} size={32} />
          <span>
            <Link className="users-link truncate" to={adminPaths.user(user.id)}>
              {calledOf(attributes)}
            </Link>
            {name && <span className="users-email truncate">{email}</span>}
          </span>
        </span>
      </th>
      <td data-column="role">
        <RoleTag role={role} />
      </td>
      <td data-column="status">
        <StatusTag user={user} always />
      </td>
      <td data-column="two_factor">
        {two_factor_confirmed_at === null ? <span className="muted">{t('users.off')}</span> : t('users.on')}
      </td>
      <td data-column="used">
        <UsageBar {...meta.storage} />
      </td>
      <td data-column="last_seen_at" className="numeric">
        {last_seen_at === null ? (
          <span className="muted">{t('users.never')}</span>
        ) : (
          formatShortDate(last_seen_at)
        )}
      </td>
      <td data-column="created_at" className="numeric">
        {formatShortDate(created_at)}
      </td>
    </tr>
  );
};

/** Shows users as a table that its headings sort. */
export const UsersTable = ({ users, view, onSort }: UsersTableProps) => {
  const t = useText();
  const Arrow = view.direction === 'ASC' ? ArrowUp : ArrowDown;
  return (
    <table className="table users-table" aria-label={t('users.title')}>
      <thead>
        <tr>
          {columns.map(({ name, sort }) => {
            const isSorted = sort === view.sort;
            const order = view.direction === 'ASC' ? 'ascending' : 'descending';
            return (
              <th key={name} scope="col" data-column={name} aria-sort={sort && (isSorted ? order : 'none')}>
                {sort ? (
                  <button type="button" onClick={() => onSort(sort)}>
                    {t(`users.column.${name}`)}
                    {isSorted && <Arrow className="icon-14" />}
                  </button>
                ) : (
                  t(`users.column.${name}`)
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user.id} user={user} />
        ))}
      </tbody>
    </table>
  );
};
