import './users-table.css';
import type { ManagedUser } from '@holdall/contract/admin-users';
import { ArrowDown, ArrowUp, SearchX } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { userSortFields, type UserSortField } from '@holdall/contract/choices';
import { useText } from '#shared/i18n/use-text.ts';
import { calledOf } from '#shared/lib/called-of.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { adminPaths } from '#shared/paths/section-paths.ts';
import { Link } from '#shared/router/link.tsx';
import { Avatar } from '#shared/ui/avatar.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { EmptyBlock } from '#shared/ui/empty-block.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { LateSkeleton } from '#shared/ui/late-skeleton.tsx';
import { Pager } from '#shared/ui/pager.tsx';
import { RoleTag } from '#shared/ui/role-tag.tsx';
import { Select } from '#shared/ui/select.tsx';
import { Unloaded } from '#shared/ui/unloaded.tsx';
import { lastPage, pageSpan, sortedBy, type UsersView } from '../users-address.ts';
import { usersQuery } from '../users.queries.ts';
import { StatusTag } from './user-tags.tsx';
import { UsersSearch } from './users-search.tsx';
import { UsersTable } from './users-table.tsx';

interface UsersListProps {
  readonly view: UsersView;
  /** `replace`: the current page must not stay in the history. */
  readonly onView: (view: UsersView, how?: { readonly replace: boolean }) => void;
}

/** Sort options where no headings offer them. */
const SortChoice = ({ view, onView }: UsersListProps) => {
  const t = useText();
  const Arrow = view.direction === 'ASC' ? ArrowUp : ArrowDown;
  const turned = sortedBy(view, view.sort);
  return (
    <span className="users-sort">
      <Select
        aria-label={t('users.sort')}
        value={view.sort}
        options={userSortFields.map((value) => ({ value, label: t(`users.column.${value}`) }))}
        onChoose={(sort) => onView(sortedBy(view, sort as UserSortField), { replace: true })}
      />
      <IconButton
        label={t(view.direction === 'ASC' ? 'users.ascending' : 'users.descending')}
        icon={<Arrow />}
        onClick={() => onView(turned, { replace: true })}
      />
    </span>
  );
};

const rows = [1, 2, 3, 4, 5, 6];

/** Placeholder with the shape of users while they load. */
const UsersSkeleton = () => (
  <div className="users-skeleton" aria-hidden="true">
    {rows.map((row) => (
      <LateSkeleton key={row} width="100%" height={32} radius={10} />
    ))}
  </div>
);

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

/** Lists users with search, sorting and pages; the address stores the view. */
export const UsersList = ({ view, onView }: UsersListProps) => {
  const t = useText();
  const isPhone = useMedia(media.phone);
  const isNarrow = useMedia(media.mobile);
  const { data, isError, isFetching, refetch } = useQuery(usersQuery(view));
  const total = data?.meta.total ?? 0;
  const pages = lastPage(total);
  const showLast = useEffectEvent(() => onView({ ...view, page: pages }, { replace: true }));
  const isBeyond = data !== undefined && !isFetching && view.page > pages;
  useEffect(() => {
    if (isBeyond) showLast();
  }, [isBeyond]);
  const search = (words: string): void => onView({ ...view, search: words, page: 1 }, { replace: true });
  const counted = data ? t('users.count', { count: total }) : '';
  return (
    <Card>
      <div className="users-card" aria-busy={isFetching}>
        <div className="users-tools">
          <UsersSearch search={view.search} onSearch={search} />
          <span className="spacer" />
          <span className="muted numeric" role="status">
            {counted}
          </span>
          {isNarrow && <SortChoice {...{ view, onView }} />}
        </div>
        {!data && (
          <Unloaded {...{ isError, isFetching, refetch }}>
            <UsersSkeleton />
          </Unloaded>
        )}
        {data && total === 0 && (
          <EmptyBlock
            icon={<SearchX />}
            title={t('users.empty', { words: view.search })}
            action={<Button onClick={() => search('')}>{t('users.empty_action')}</Button>}
          />
        )}
        {data &&
          total > 0 &&
          (isPhone ? (
            <UsersRows users={data.data} />
          ) : (
            <UsersTable
              users={data.data}
              view={view}
              onSort={(field) => onView(sortedBy(view, field), { replace: true })}
            />
          ))}
      </div>
      {pages > 1 && (
        <Pager
          page={view.page}
          pages={pages}
          label={t('users.page', { ...pageSpan(view.page, total), total })}
          onPage={(page) => onView({ ...view, page })}
        />
      )}
    </Card>
  );
};
