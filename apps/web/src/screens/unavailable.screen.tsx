import { useEffect } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { safeRedirect } from '#shared/paths/paths.ts';
import { navigate, useLocation } from '#shared/router/location.ts';
import { Button } from '#shared/ui/button.tsx';
import { MessagePage } from '#shared/ui/message-page.tsx';
import { useTitle } from './use-title.ts';

/** Milliseconds until it is tried again. */
const retryAfter = 30_000;

/** `/temporary-unavailable`: what was asked for cannot be shown for a while; nothing tells why. */
export const UnavailableScreen = () => {
  const t = useText();
  const { search } = useLocation();
  useTitle(t('guest.unavailable.title'));
  const back = safeRedirect(new URLSearchParams(search).get('redirect'), location.origin);
  const retry = (): void => navigate(back, { replace: true });
  useEffect(() => {
    const timer = setTimeout(() => navigate(back, { replace: true }), retryAfter);
    return () => clearTimeout(timer);
  }, [back]);
  return (
    <MessagePage
      emoji="☕"
      title={t('guest.unavailable.title')}
      text={t('guest.unavailable.text')}
      action={
        <Button look="primary" size="large" onClick={retry}>
          {t('guest.unavailable.action')}
        </Button>
      }
    />
  );
};
