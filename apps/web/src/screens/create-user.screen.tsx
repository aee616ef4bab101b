import { CreateUserForm } from '#features/users/ui/create-user-form.tsx';
import { UserCrumbs } from '#features/users/ui/user-crumbs.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { adminPaths } from '#shared/paths/section-paths.ts';
import { navigate } from '#shared/router/location.ts';
import { SectionPage } from '#shared/ui/section-page.tsx';
import { useTitle } from './use-title.ts';

/** A new user. */
export const CreateUserScreen = () => {
  const t = useText();
  useTitle(t('create_user.title'));
  return (
    <SectionPage title={t('create_user.title')} above={<UserCrumbs name={t('create_user.title')} />}>
      <CreateUserForm
        onCreated={({ id }) => navigate(adminPaths.user(id), { replace: true })}
        onCancel={() => navigate(adminPaths.users())}
      />
    </SectionPage>
  );
};
