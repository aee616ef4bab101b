import {
  FileUp,
  FolderPlus,
  FolderUp,
  Keyboard,
  LayoutGrid,
  List,
  LogOut,
  Moon,
  Sun,
  Trash2,
} from 'lucide-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { chooseTheme, themeMode } from '#features/appearance/theme.store.ts';
import { themeOf } from '#features/appearance/theme.ts';
import { openItemPopup } from '#features/files/actions/item-popup.store.ts';
import { viewType } from '#features/files/view.store.ts';
import type { Command, FoundFolder } from '#features/spotlight/results.ts';
import { closeSpotlight } from '#features/spotlight/spotlight.store.ts';
import { Spotlight } from '#features/spotlight/ui/spotlight.tsx';
import { openFilePicker, openFolderPicker } from '#features/uploads/pickers.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { useStore } from '#shared/lib/store.ts';
import { mayCreateFolder } from '#shared/session/restrictions.ts';
import { userQuery } from '#shared/session/session.ts';
import { usePlace } from './frame/use-place.ts';
import { logOut } from './log-out.tsx';
import { useAdminActions, usePages } from './spotlight-pages.tsx';
import { spotlightPopup } from './spotlight.store.ts';

/** Whether the browser can hand over a whole folder; phones mostly cannot. */
const canPickFolders = 'webkitdirectory' in HTMLInputElement.prototype;

const showShortcuts = (): void => openItemPopup({ kind: 'shortcuts' });

/** Opens the New folder popup, or says why this user may not (specification section 6). */
const useNewFolder = (): ((name?: string) => void) => {
  const { restrictions } = useSuspenseQuery(userQuery).data.data.meta;
  const { folder } = usePlace();
  return (name) => {
    if (mayCreateFolder(restrictions)) spotlightPopup.set({ kind: 'new-folder', name, parentId: folder });
  };
};

/** What can be done from anywhere. */
const useActions = (newFolder: (name?: string) => void): readonly Command[] => {
  const t = useText();
  const { folder } = usePlace();
  const view = useStore(viewType);
  const mode = useStore(themeMode);
  const isDark = themeOf(mode, matchMedia('(prefers-color-scheme: dark)').matches) === 'dark';
  return [
    {
      id: 'upload-files',
      title: t('spotlight.action.upload_files'),
      icon: <FileUp />,
      run: () => openFilePicker(folder),
    },
    ...(canPickFolders
      ? [
          {
            id: 'upload-folder',
            title: t('spotlight.action.upload_folder'),
            icon: <FolderUp />,
            run: () => openFolderPicker(folder),
          },
        ]
      : []),
    {
      id: 'new-folder',
      title: t('spotlight.action.new_folder'),
      also: t('spotlight.also.new_folder'),
      icon: <FolderPlus />,
      run: () => newFolder(),
    },
    {
      id: 'view',
      title: t('spotlight.action.view'),
      icon: view === 'list' ? <LayoutGrid /> : <List />,
      run: () => viewType.set(view === 'list' ? 'grid' : 'list'),
    },
    {
      id: 'theme',
      title: t('spotlight.action.theme'),
      also: t('spotlight.also.theme'),
      icon: isDark ? <Sun /> : <Moon />,
      run: () => chooseTheme(isDark ? 'light' : 'dark'),
    },
    {
      id: 'shortcuts',
      title: t('spotlight.action.shortcuts'),
      also: t('spotlight.also.shortcuts'),
      icon: <Keyboard />,
      shortcut: 'Mod+/',
      run: showShortcuts,
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
      also: t('spotlight.also.log_out'),
      icon: <LogOut />,
      run: logOut,
    },
  ];
};

/** The spotlight with what the platform has to offer. */
export const PlatformSpotlight = () => {
  const t = useText();
  const newFolder = useNewFolder();
  const actions = useActions(newFolder);
  const isAdmin = useSuspenseQuery(userQuery).data.data.attributes.role === 'admin';
  const pages = usePages(isAdmin);
  const adminActions = useAdminActions(isAdmin);
  const made = (query: string, folder: FoundFolder | undefined): readonly Command[] => [
    {
      id: 'new-folder-named',
      title: t('spotlight.action.new_folder_named', { name: query }),
      icon: <FolderPlus />,
      run: () => newFolder(query),
    },
    ...(folder
      ? [
          {
            id: 'upload-to',
            title: t('spotlight.action.upload_to', { folder: honestName(folder.name) }),
            icon: <FileUp />,
            run: () => openFilePicker(folder.id),
          },
        ]
      : []),
  ];
  return (
    <Spotlight
      {...{ made, pages, isAdmin }}
      actions={[...actions, ...adminActions]}
      onShortcuts={showShortcuts}
      onClose={closeSpotlight}
    />
  );
};
