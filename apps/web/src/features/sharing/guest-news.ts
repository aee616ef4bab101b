import type { QueryClient } from '@tanstack/react-query';
import { text } from '#shared/i18n/messages.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { onSessionEnd } from '#shared/session/session.ts';
import { showToast } from '#shared/ui/toast.ts';
import { sharingPopup } from './sharing.store.ts';
import { outdateLinks, summaryQuery } from './sharing.queries.ts';

/** Milliseconds in which changes gather before it is looked whether guests made them. */
const gather = 1000;
/** Milliseconds in which one visit is told of once at the most. */
const quietFor = 60_000;

let timer: ReturnType<typeof setTimeout> | undefined;
/** When each visit was told of. */
const told = new Map<string, number>();
onSessionEnd(() => {
  clearTimeout(timer);
  timer = undefined;
  told.clear();
});

/** Whether the deeds of a link are being looked at. */
const isOpen = (token: string): boolean => {
  const popup = sharingPopup.get();
  if (popup?.about === 'news') return popup.token === token;
  return popup?.about === 'guests' && popup.items[0]?.relationships.shared?.data.attributes.token === token;
};

const look = async (client: QueryClient, onNews: () => void): Promise<void> => {
  const before = client.getQueryData(summaryQuery.queryKey);
  const now = await client.query({ ...summaryQuery, staleTime: 0 });
  if (!before || now.unseen === before.unseen) return;
  outdateLinks(client);
  onNews();
  // Where there is less it was looked at, on another page.
  if (now.unseen < before.unseen || !now.latest) return;
  const { token, name, visit } = now.latest;
  const key = `${token} ${visit}`;
  if (isOpen(token) || Date.now() - (told.get(key) ?? 0) < quietFor) return;
  told.set(key, Date.now());
  showToast({
    type: 'success',
    message: name === null ? text('guests.news_unnamed') : text('guests.news', { name: honestName(name) }),
    action: {
      label: text('guests.see'),
      onSelect: () => sharingPopup.set({ about: 'news', token, name }),
    },
  });
};

/**
 * Something was changed elsewhere: looks soon whether guests did it, and tells so, once a minute and visit at the most.
 * @param onNews has what shows links follow
 */
export const lookForGuests = (client: QueryClient, onNews: () => void): void => {
  timer ??= setTimeout(() => {
    timer = undefined;
    // It is news, not what was asked for: the next change looks again.
    look(client, onNews).catch(() => undefined);
  }, gather);
};
