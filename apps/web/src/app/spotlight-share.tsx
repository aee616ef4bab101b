import type { QueryClient } from '@tanstack/react-query';
import { Share2 } from 'lucide-react';
import { itemQuery } from '#features/files/files.queries.ts';
import { openSharing } from '#features/sharing/sharing.store.ts';
import type { Command, FoundFolder } from '#features/spotlight/results.ts';
import { text } from '#shared/i18n/messages.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { openGenericAlert } from '#shared/ui/alert.ts';

/** Returns the commands about links to the folder that matches best. */
export const shareFound = (client: QueryClient, folder: FoundFolder | undefined): readonly Command[] =>
  folder
    ? [
        {
          id: 'share-found',
          title: text('spotlight.action.share', { folder: honestName(folder.name) }),
          icon: <Share2 />,
          run: () =>
            void client
              .query(itemQuery(folder.id))
              .then(({ data }) => openSharing('share', [data]), openGenericAlert),
        },
      ]
    : [];
