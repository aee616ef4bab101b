import { CreateUserButton } from '#features/users/ui/create-user-button.tsx';
import { UsersList } from '#features/users/ui/users-list.tsx';
import { usersQueryOf, usersViewFrom } from '#features/users/users-address.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { adminPaths } from '#shared/paths/section-paths.ts';
import { navigate, useLocation } from '#shared/router/location.ts';
import { SectionPage } from '#shared/ui/section-page.tsx';
import { useTitle } from './use-title.ts';

/** All users. */
export const UsersScreen = () => {
  const t = useText();
  useTitle(t('users.title'));
  const { search } = useLocation();
  return (
    <SectionPage
      wide
      title={t('users.title')}
      actions={<CreateUserButton look="primary" onClick={() => navigate(adminPaths.createUser())} />}
    >
      <UsersList
        view={usersViewFrom(search)}
        onView={(view, how) => navigate(adminPaths.users() + usersQueryOf(view), how)}
      />
    </SectionPage>
  );
};
