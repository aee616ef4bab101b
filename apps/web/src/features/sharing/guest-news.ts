import type { ShareSummary } from '@holdall/contract/shares';
import type { QueryClient } from '@tanstack/react-query';
import { text } from '#shared/i18n/messages.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { onSessionEnd } from '#shared/session/session.ts';
import { showToast } from '#shared/ui/toast.ts';
import { sharingPopup } from './sharing.store.ts';
import { watchedLink } from './watched-link.ts';
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

/** What follows when there is news. */
interface News {
  /** Guests did something, or it was looked at elsewhere: what shows links follows. */
  readonly onDeeds: () => void;
  /** The same of files that come by requests. */
  readonly onFiles: () => void;
}

/** @param before what was known when something was changed: what is looked at meanwhile is news all the same */
const look = async (
  client: QueryClient,
  before: ShareSummary | undefined,
  { onDeeds, onFiles }: News,
): Promise<void> => {
  const now = await client.query({ ...summaryQuery, staleTime: 0 });
  if (!before) return;
  if (now.received !== before.received) onFiles();
  if (now.unseen === before.unseen) return;
  outdateLinks(client);
  onDeeds();
  // Where there is less it was looked at, on another page.
  if (now.unseen < before.unseen || !now.latest) return;
  const { token, name, visit } = now.latest;
  const key = `${token} ${visit}`;
  if (watchedLink.get() === token || Date.now() - (told.get(key) ?? 0) < quietFor) return;
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
 */
export const lookForGuests = (client: QueryClient, news: News): void => {
  if (timer !== undefined) return;
  const before = client.getQueryData(summaryQuery.queryKey);
  timer = setTimeout(() => {
    timer = undefined;
    // It is news, not what was asked for: the next change looks again.
    look(client, before, news).catch(() => undefined);
  }, gather);
};
