import { session } from '#shared/session/session.ts';

const refresh = (): void => {
  if (document.visibilityState === 'hidden' || session.get().authorized) return;
  import('./config-live.ts').then(({ refreshConfig }) => refreshConfig()).catch(() => undefined);
};

/** On pages that nobody is signed in to, no connection tells of other settings: they are looked up on coming back. */
export const followConfig = (): void => addEventListener('focus', refresh);
