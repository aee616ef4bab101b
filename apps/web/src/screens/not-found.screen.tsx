import { useText } from '#shared/i18n/use-text.ts';
import { paths } from '#shared/paths/paths.ts';
import { navigate } from '#shared/router/location.ts';
import { Button } from '#shared/ui/button.tsx';
import { MessagePage } from '#shared/ui/message-page.tsx';
import { useTitle } from './use-title.ts';

/** Whatever has no screen. */
export const NotFoundScreen = () => {
  const t = useText();
  useTitle(t('not_found.title'));
  return (
    <MessagePage
      emoji="🧭"
      title={t('not_found.title')}
      text={t('not_found.text')}
      action={
        <Button look="primary" size="large" onClick={() => navigate(paths.files())}>
          {t('not_found.action')}
        </Button>
      }
    />
  );
};
