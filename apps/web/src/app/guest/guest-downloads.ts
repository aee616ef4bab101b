import type { QueryClient } from '@tanstack/react-query';
import { askBeforeDownloads } from '#features/files/actions/download.ts';
import { givesDownloads } from '#features/guest/restrictions.ts';
import { linkRefusal, shareKey, shareQuery } from '#features/guest/visit.ts';

/** Milliseconds after which a download has begun, and is counted. */
const begun = 1_000;

/** Has downloads of this page wait for a check of the link: the browser would only say that one has failed. */
export const askOfDownloads = (client: QueryClient, token: string): void =>
  askBeforeDownloads((save) => {
    const look = async (): Promise<void> => {
      const share = await client.query({ ...shareQuery(token), staleTime: 0 }).catch(() => undefined);
      // The page says that the link is over, or an alert why nothing may be downloaded.
      if (share ? !givesDownloads(share) : linkRefusal.get() !== undefined) return;
      save();
      if (share?.attributes.downloads_left !== null)
        setTimeout(() => void client.invalidateQueries({ queryKey: shareKey }), begun);
    };
    void look();
  });
