import type { ReactNode } from 'react';
import type { ManagedUser } from '@holdall/contract/admin-users';
import { useQuery } from '@tanstack/react-query';
import { UserActivity } from '#features/activity/ui/user-activity.tsx';
import { StorageCards } from '#features/storage/ui/storage-cards.tsx';
import { UserCapacity } from '#features/users/ui/user-capacity.tsx';
import { UserDelete } from '#features/users/ui/user-delete.tsx';
import { UserDetails } from '#features/users/ui/user-details.tsx';
import { UserPage } from '#features/users/ui/user-page.tsx';
import { UserPassword } from '#features/users/ui/user-password.tsx';
import { managedStorageQuery } from '#features/users/users.queries.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { calledOf } from '#shared/lib/called-of.ts';
import { adminPaths, type UserTab } from '#shared/paths/section-paths.ts';
import { navigate } from '#shared/router/location.ts';
import { Button } from '#shared/ui/button.tsx';
import { MessagePage } from '#shared/ui/message-page.tsx';
import { UnloadedCard } from '#shared/ui/unloaded.tsx';
import { useTitle } from './use-title.ts';

interface UserProps {
  readonly user: ManagedUser;
}

const Titled = ({ user, children }: UserProps & { readonly children: ReactNode }) => {
  useTitle(calledOf(user.attributes));
  return children;
};

const UserStorage = ({ user }: UserProps) => {
  const t = useText();
  const { data, isError, isFetching, refetch } = useQuery(managedStorageQuery(user.id));
  return (
    <>
      <UserCapacity key={user.id} user={user} />
      {data ? (
        <StorageCards storage={data} note={t('storage.plan.none')} />
      ) : (
        <UnloadedCard height={320} {...{ isError, isFetching, refetch }} />
      )}
    </>
  );
};

const UserTabBody = ({ user, tab }: UserProps & { readonly tab: UserTab }) => {
  if (tab === 'storage') return <UserStorage user={user} />;
  if (tab === 'password') return <UserPassword user={user} />;
  if (tab === 'delete') return <UserDelete user={user} onDeleted={() => navigate(adminPaths.users())} />;
  return (
    <>
      <UserDetails user={user} />
      <UserActivity userId={user.id} />
    </>
  );
};

const tabNames: readonly UserTab[] = ['details', 'storage', 'password', 'delete'];

/** A user who is not there. */
const UserMissingScreen = () => {
  const t = useText();
  useTitle(t('user.not_found.title'));
  return (
    <MessagePage
      emoji="🧭"
      title={t('user.not_found.title')}
      text={t('user.not_found.text')}
      action={
        <Button look="primary" size="large" onClick={() => navigate(adminPaths.users())}>
          {t('user.not_found.action')}
        </Button>
      }
    />
  );
};

/** One user; each tab has an address of its own, without one it is the details. */
export const UserScreen = ({ params }: { readonly params: Readonly<Record<string, string | undefined>> }) => {
  const id = params['id'] ?? '';
  const tab = tabNames.find((name) => name === params['tab']) ?? 'details';
  return (
    <UserPage key={id} id={id} tab={tab} missing={<UserMissingScreen />}>
      {(user) => (
        <Titled user={user}>
          <UserTabBody user={user} tab={tab} />
        </Titled>
      )}
    </UserPage>
  );
};
