import { Inbox, LogOut, Share2, Trash2 } from 'lucide-react';
import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { itemQuery } from '#features/files/cache/files.queries.ts';
import { askForFiles, openSharing } from '#features/sharing/sharing.store.ts';
import { askedFor, searchFilters, type SearchTerms } from '#features/files/listing/search-terms.ts';
import type { Command, Filter, FoundFolder } from '#features/spotlight/results.ts';
import { closeSpotlight } from '#features/spotlight/spotlight.store.ts';
import { Spotlight } from '#features/spotlight/ui/spotlight.tsx';
import { text } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { paths } from '#shared/paths/paths.ts';
import { navigate } from '#shared/router/location.ts';
import { mayCreateFolder } from '#shared/session/restrictions.ts';
import { userQuery } from '#shared/session/session.ts';
import { openGenericAlert } from '#shared/ui/alert.ts';
import { usePlace } from './frame/use-place.ts';
import { logOut } from './log-out.tsx';
import {
  madeWith,
  showShortcuts,
  useAddingActions,
  useSelectedActions,
  useViewActions,
} from './spotlight-actions.tsx';
import { useAdminActions, usePages } from './spotlight-pages.tsx';
import { spotlightPopup } from './spotlight.store.ts';

/** Opens the New folder popup, or says why this user may not (specification section 6). */
const useNewFolder = (): ((name?: string) => void) => {
  const { restrictions } = useSuspenseQuery(userQuery).data.data.meta;
  const { folder } = usePlace();
  return (name) => {
    if (mayCreateFolder(restrictions)) spotlightPopup.set({ kind: 'new-folder', name, parentId: folder });
  };
};

/** Returns the commands that only the owner of the account has. */
const useOwnActions = (): readonly Command[] => {
  const t = useText();
  return [
    {
      id: 'request-files',
      title: t('requests.menu'),
      also: t('spotlight.keywords.request_files'),
      icon: <Inbox />,
      run: () => askForFiles(null),
    },
    {
      id: 'empty-trash',
      title: t('spotlight.action.empty_trash'),
      icon: <Trash2 />,
      run: () => spotlightPopup.set({ kind: 'empty-trash' }),
    },
    {
      id: 'log-out',
      title: t('spotlight.action.log_out'),
      also: t('spotlight.keywords.log_out'),
      icon: <LogOut />,
      run: logOut,
    },
  ];
};

/** The results that the page lists for a filter of the spotlight. */
const typeOf = (filter: Filter): SearchTerms['type'] => {
  if (filter === 'folders') return 'folder';
  return searchFilters.type.find((type) => type === filter);
};

const showAllFound = (words: string, filter: Filter): void =>
  navigate(paths.search(askedFor({ words, type: typeOf(filter), inTrash: false })));

/** Returns the commands about links to the folder that matches best. */
const shareFound = (client: QueryClient, folder: FoundFolder | undefined): readonly Command[] =>
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

/** The spotlight with what the platform has to offer. */
export const PlatformSpotlight = () => {
  const client = useQueryClient();
  const newFolder = useNewFolder();
  const make = madeWith(newFolder);
  const { section, folder } = usePlace();
  const adding = useAddingActions({ folder, newFolder });
  const viewing = useViewActions();
  const selected = useSelectedActions(section);
  const own = useOwnActions();
  const isAdmin = useSuspenseQuery(userQuery).data.data.attributes.role === 'admin';
  const pages = usePages(isAdmin);
  const adminActions = useAdminActions(isAdmin);
  return (
    <Spotlight
      {...{ pages, isAdmin }}
      made={(query, found) => [...make(query, found), ...shareFound(client, found)]}
      onShowAll={showAllFound}
      actions={[...selected, ...adding, ...viewing, ...own, ...adminActions]}
      onShortcuts={showShortcuts}
      onClose={closeSpotlight}
    />
  );
};
