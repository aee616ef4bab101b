import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { adoptTheme } from '#features/appearance/theme.store.ts';
import { hadForeignScript } from '#features/auth/foreign-script.ts';
import { getConfig, useConfig } from '#shared/config/config.ts';
import { useStore } from '#shared/lib/store.ts';
import { session, userQuery } from '#shared/session/session.ts';
import { emojiSet } from '#shared/ui/emoji.tsx';

/** The server says which language that is, and whether there are messages of it. */
const speakOwn = async (): Promise<void> => {
  const { refreshConfig } = await import('./config-live.ts');
  await refreshConfig();
};

/** Draws the application as the signed-in user's settings want it. */
export const useUserSettings = (): void => {
  const { authorized } = useStore(session);
  // A page that is about to reload takes over nothing of the account.
  const { data } = useQuery({ ...userQuery, enabled: authorized && !hadForeignScript() });
  const settings = data?.data.relationships.settings.data.attributes;
  const theme = settings?.theme_mode ?? null;
  const defaultEmoji = useConfig((config) => config.defaultEmoji);
  const emoji = settings?.emoji_type ?? defaultEmoji;
  const own = settings?.locale;
  useEffect(() => {
    if (own && own !== getConfig().locale) speakOwn().catch(() => undefined);
  }, [own]);
  useEffect(() => adoptTheme(theme), [theme]);
  useEffect(() => emojiSet.set(emoji), [emoji]);
};
