import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ManagedUser } from '@holdall/contract/admin-users';
import { ApiError } from '#shared/api/api-error.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { calledOf } from '#shared/lib/called-of.ts';
import { formatFullDay } from '#shared/lib/format-time.ts';
import { adminPaths, type UserTab } from '#shared/paths/section-paths.ts';
import { Link } from '#shared/router/link.tsx';
import { Avatar } from '#shared/ui/avatar.tsx';
import { Card } from '#shared/ui/card.tsx';
import { ErrorBlock } from '#shared/ui/empty-block.tsx';
import { RoleTag } from '#shared/ui/role-tag.tsx';
import { reveal } from '#shared/ui/reveal.ts';
import { SectionPage, SectionSkeleton } from '#shared/ui/section-page.tsx';
import { Tabs } from '#shared/ui/tabs.tsx';
import { managedUserQuery } from '../users.queries.ts';
import { UserCrumbs } from './user-crumbs.tsx';
import { StatusTag } from './user-tags.tsx';

const tabs = [
  { tab: 'details', label: 'user_details.title' },
  { tab: 'storage', label: 'storage.title' },
  { tab: 'password', label: 'password.title' },
  { tab: 'delete', label: 'user_delete.title' },
] as const satisfies readonly { readonly tab: UserTab; readonly label: string }[];

/** One-line summary of the user. */
const Facts = ({ user: { attributes } }: { readonly user: ManagedUser }) => {
  const t = useText();
  const { name, email, created_at, last_seen_at, two_factor_confirmed_at } = attributes;
  const facts = [
    ...(name === '' ? [] : [email]),
    t('user.created', { date: formatFullDay(created_at) }),
    last_seen_at === null ? t('user.never_seen') : t('user.last_seen', { date: formatFullDay(last_seen_at) }),
    t(two_factor_confirmed_at === null ? 'user.two_factor_off' : 'user.two_factor_on'),
  ];
  return <>{facts.join(' · ')}</>;
};

interface UserPageProps {
  readonly id: string;
  readonly tab: UserTab;
  readonly missing: ReactNode;
  readonly children: (user: ManagedUser) => ReactNode;
}

/** Frame of the pages about one user. */
export const UserPage = ({ id, tab, missing, children }: UserPageProps) => {
  const t = useText();
  const { data: user, error, isFetching, refetch } = useQuery(managedUserQuery(id));
  if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return missing;
  if (!user && !error) return <SectionSkeleton />;
  if (!user)
    return (
      <SectionPage title={t('users.title')}>
        <Card>
          <ErrorBlock busy={isFetching} onRetry={() => void refetch()} />
        </Card>
      </SectionPage>
    );
  const name = calledOf(user.attributes);
  return (
    <SectionPage
      title={name}
      picture={<Avatar {...user.attributes} size={52} />}
      beside={
        <>
          <RoleTag role={user.attributes.role} />
          <StatusTag user={user} />
        </>
      }
      lead={<Facts user={user} />}
      above={<UserCrumbs name={name} />}
    >
      {user.meta.deleting ? (
        <Card>
          <div className="user-deleting" role="status">
            <b>{t('user.deleting_title')}</b>
            <p>{t('user.deleting_text')}</p>
          </div>
        </Card>
      ) : (
        <>
          <Tabs label={t('user.tabs')}>
            {tabs.map((one) => (
              <Link
                key={one.tab}
                to={adminPaths.user(id, one.tab)}
                aria-current={one.tab === tab ? 'page' : undefined}
                ref={one.tab === tab ? reveal : undefined}
              >
                {t(one.label)}
              </Link>
            ))}
          </Tabs>
          {children(user)}
        </>
      )}
    </SectionPage>
  );
};
