import { useText } from '#shared/i18n/use-text.ts';
import { paths } from '#shared/paths/paths.ts';
import { ButtonLink } from '#shared/router/button-link.tsx';
import { MessagePage } from '#shared/ui/message-page.tsx';
import { useTitle } from './use-title.ts';

/** A link that leads nowhere, or does no more: it was never there, has expired or was turned off. */
export const GuestDeadScreen = () => {
  const t = useText();
  useTitle(t('guest.not_found.title'));
  return (
    <MessagePage
      emoji="🔗"
      title={t('guest.not_found.title')}
      text={t('errors.share.not_found')}
      action={
        <ButtonLink look="secondary" size="large" to={paths.signIn()}>
          {t('not_found.action')}
        </ButtonLink>
      }
    />
  );
};
