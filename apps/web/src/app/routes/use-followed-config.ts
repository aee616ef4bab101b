import { useEffect } from 'react';
import { session } from '#shared/session/session.ts';
import { refreshConfig } from '../config-live.ts';

/** Milliseconds between two looks at the configuration. */
const pause = 5000;

const refresh = (): void => {
  if (document.visibilityState === 'hidden' || session.get().authorized) return;
  // The next look asks again.
  refreshConfig().catch(() => undefined);
};

/** On pages that nobody is signed in to, no connection tells of other settings: they are looked up. */
export const useFollowedConfig = (): void =>
  useEffect(() => {
    addEventListener('focus', refresh);
    const looks = setInterval(refresh, pause);
    return () => {
      removeEventListener('focus', refresh);
      clearInterval(looks);
    };
  }, []);
