import { useEffect, useEffectEvent, useState } from 'react';
import { isAvailable } from '#features/guest/availability.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { safeRedirect } from '#shared/paths/paths.ts';
import { navigate, useLocation } from '#shared/router/location.ts';
import { Button } from '#shared/ui/button.tsx';
import { announce } from '#shared/ui/live-region.tsx';
import { MessagePage } from '#shared/ui/message-page.tsx';
import { useTitle } from './use-title.ts';

/** Milliseconds until it is tried again. */
const retryAfter = 30_000;

interface UnavailableProps {
  /** The path of the page that was asked for. */
  readonly path: string;
  readonly onAvailable: () => void;
}

/** Replaces a page that cannot be shown for a while. No event tells when it can, so that this asks again and again. */
export const Unavailable = ({ path, onAvailable }: UnavailableProps) => {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  useTitle(t('guest.unavailable.title'));
  const goOn = useEffectEvent(onAvailable);
  useEffect(() => {
    let isLeft = false;
    const look = async (): Promise<void> => {
      if ((await isAvailable(path)) && !isLeft) goOn();
    };
    const timer = setInterval(() => void look(), retryAfter);
    return () => {
      isLeft = true;
      clearInterval(timer);
    };
  }, [path]);
  const retry = async (): Promise<void> => {
    setAsking(true);
    const isOver = await isAvailable(path);
    setAsking(false);
    if (isOver) onAvailable();
    else announce(t('guest.unavailable.still'));
  };
  return (
    <MessagePage
      emoji="☕"
      title={t('guest.unavailable.title')}
      text={t('guest.unavailable.text')}
      action={
        <Button look="primary" size="large" busy={isAsking} onClick={() => void retry()}>
          {t('guest.unavailable.action')}
        </Button>
      }
    />
  );
};

/** `/temporary-unavailable`: stands in for an unavailable page, by the address that it leads back to. */
export const UnavailableScreen = () => {
  const { search } = useLocation();
  const back = safeRedirect(new URLSearchParams(search).get('redirect'), location.origin);
  return <Unavailable path={back} onAvailable={() => navigate(back, { replace: true })} />;
};
