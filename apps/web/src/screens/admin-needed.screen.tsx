import { useText } from '#shared/i18n/use-text.ts';
import { paths } from '#shared/paths/paths.ts';
import { navigate } from '#shared/router/location.ts';
import { Button } from '#shared/ui/button.tsx';
import { MessagePage } from '#shared/ui/message-page.tsx';
import { useTitle } from './use-title.ts';

/** The page in place of the administration for people who are no administrators. */
export const AdminNeededScreen = () => {
  const t = useText();
  useTitle(t('admin.needed.title'));
  return (
    <MessagePage
      emoji="🔒"
      title={t('admin.needed.title')}
      text={t('admin.needed.text')}
      action={
        <Button look="primary" size="large" onClick={() => navigate(paths.files())}>
          {t('not_found.action')}
        </Button>
      }
    />
  );
};
