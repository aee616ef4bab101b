import { useEffect } from 'react';
import { isGuest } from '#shared/api/client.ts';
import { session } from '#shared/session/session.ts';
import { refreshConfig } from '../config-live.ts';

/** Milliseconds between two looks at the configuration. */
const pause = 5000;

const refresh = (): void => {
  if (document.visibilityState === 'hidden' || session.get().authorized) return;
  // The next look asks again.
  refreshConfig().catch(() => undefined);
};

/** Pages of links stay open for hours, and have no form that a setting decides about. */
const refreshOften = (): void => {
  if (!isGuest()) refresh();
};

/** On pages that nobody is signed in to, no connection tells of other settings: they are looked up. */
export const useFollowedConfig = (): void =>
  useEffect(() => {
    addEventListener('focus', refresh);
    const looks = setInterval(refreshOften, pause);
    return () => {
      removeEventListener('focus', refresh);
      clearInterval(looks);
    };
  }, []);
