import { useText } from '#shared/i18n/use-text.ts';
import { adminPaths } from '#shared/paths/section-paths.ts';
import { navigate } from '#shared/router/location.ts';
import { Button } from '#shared/ui/button.tsx';
import { MessagePage } from '#shared/ui/message-page.tsx';
import { useTitle } from './use-title.ts';

/** A user who is not there. */
export const UserMissingScreen = () => {
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
