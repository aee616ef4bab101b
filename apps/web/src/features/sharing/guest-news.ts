import type { ShareSummary } from '@holdall/contract/shares';
import type { QueryClient } from '@tanstack/react-query';
import { text } from '#shared/i18n/messages.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { onSessionEnd } from '#shared/session/session.ts';
import { showToast } from '#shared/ui/toast.ts';
import { sharingPopup } from './sharing.store.ts';
import { watchedLink } from './watched-link.ts';
import { invalidateLinks, summaryQuery } from './sharing.queries.ts';

/** Milliseconds over which changes are coalesced before guest activity is fetched. */
const gather = 1000;
/** Milliseconds within which a visit is announced at most once. */
const quietFor = 60_000;

let timer: ReturnType<typeof setTimeout> | undefined;
/** Time of the last announcement by visit. */
const announcedAt = new Map<string, number>();
onSessionEnd(() => {
  clearTimeout(timer);
  timer = undefined;
  announcedAt.clear();
});

/** Callbacks on news. */
interface News {
  /** Called when guest activity was added, or seen elsewhere, to refresh links. */
  readonly onActivity: () => void;
  /** Called when files of requests were added, or seen elsewhere. */
  readonly onFiles: () => void;
}

/** @param before state when the change arrived: activity seen since then still counts as news */
const fetchNews = async (
  client: QueryClient,
  before: ShareSummary | undefined,
  { onActivity, onFiles }: News,
): Promise<void> => {
  const now = await client.query({ ...summaryQuery, staleTime: 0 });
  if (!before) return;
  if (now.received !== before.received) onFiles();
  if (now.unseen === before.unseen) return;
  invalidateLinks(client);
  onActivity();
  // Fewer unseen entries mean that another page has marked them as seen.
  if (now.unseen < before.unseen || !now.latest) return;
  const { token, name, visit } = now.latest;
  const key = `${token} ${visit}`;
  if (watchedLink.get() === token || Date.now() - (announcedAt.get(key) ?? 0) < quietFor) return;
  announcedAt.set(key, Date.now());
  showToast({
    type: 'success',
    message: name === null ? text('guests.news_unnamed') : text('guests.news', { name: honestName(name) }),
    action: {
      label: text('guests.see'),
      onSelect: () => sharingPopup.set({ about: 'news', token, name }),
    },
  });
};

/** Fetches guest activity shortly after a change elsewhere and announces it, at most once a minute for each visit. */
export const lookForGuests = (client: QueryClient, news: News): void => {
  if (timer !== undefined) return;
  const before = client.getQueryData(summaryQuery.queryKey);
  timer = setTimeout(() => {
    timer = undefined;
    // The fetch is optional; the next change retries it.
    fetchNews(client, before, news).catch(() => undefined);
  }, gather);
};
