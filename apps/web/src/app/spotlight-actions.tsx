import {
  FileClock,
  FilePlus,
  FileUp,
  FolderPlus,
  FolderUp,
  Keyboard,
  LayoutGrid,
  List,
  Moon,
  Sun,
} from 'lucide-react';
import { themeMode, toggleTheme } from '#features/appearance/theme.store.ts';
import { themeOf } from '#features/appearance/theme.ts';
import { openItemPopup } from '#features/files/actions/item-popup.store.ts';
import { viewType } from '#features/files/listing/view.store.ts';
import { isFolder } from '#features/files/entry.ts';
import { onlySelected } from '#features/files/selection/selection.ts';
import { selectionStore } from '#features/files/selection/selection.store.ts';
import type { Command } from '#features/spotlight/results.ts';
import type { SpotlightProps } from '#features/spotlight/ui/spotlight.tsx';
import { openNewText } from '#features/uploads/new-text.ts';
import { openFilePicker, openFolderPicker } from '#features/uploads/pickers.ts';
import { requestVersions } from '#features/versions/versions-section.store.ts';
import { text } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { canPickFolders } from '#shared/lib/can-pick-folders.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { useStore } from '#shared/lib/store.ts';

/** Opens the New folder popup. */
type NewFolder = (name?: string) => void;

export const showShortcuts = (): void => openItemPopup({ kind: 'shortcuts' });

interface Adding {
  /** The folder that takes additions. */
  readonly folder: string | null;
  readonly newFolder: NewFolder;
}

/** Returns the commands that add something to the folder that is shown. */
export const useAddingActions = ({ folder, newFolder }: Adding): readonly Command[] => {
  const t = useText();
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
      also: t('spotlight.keywords.new_folder'),
      icon: <FolderPlus />,
      run: () => newFolder(),
    },
    {
      id: 'new-text',
      title: t('new_text.title'),
      also: t('spotlight.keywords.new_text'),
      icon: <FilePlus />,
      run: () => openNewText(folder),
    },
  ];
};

/** Returns the commands about the file that is selected in the listing. @param section is the name of its route */
export const useSelectedActions = (section: string): readonly Command[] => {
  const t = useText();
  const file = onlySelected(useStore(selectionStore));
  // Below the top of the trash, items were not deleted themselves.
  if (section === 'trash' || !file || isFolder(file) || file.attributes.deleted_at !== null) return [];
  return [
    {
      id: 'versions',
      title: t('versions.menu_of', { name: honestName(file.attributes.name) }),
      also: t('spotlight.keywords.versions'),
      icon: <FileClock />,
      run: () => requestVersions(file.id),
    },
  ];
};

/** Returns the commands that change how things look. */
export const useViewActions = (): readonly Command[] => {
  const t = useText();
  const view = useStore(viewType);
  const mode = useStore(themeMode);
  const isDark = themeOf(mode, matchMedia('(prefers-color-scheme: dark)').matches) === 'dark';
  return [
    {
      id: 'view',
      title: t('spotlight.action.view'),
      icon: view === 'list' ? <LayoutGrid /> : <List />,
      run: () => viewType.set(view === 'list' ? 'grid' : 'list'),
    },
    {
      id: 'theme',
      title: t('spotlight.action.theme'),
      also: t('spotlight.keywords.theme'),
      icon: isDark ? <Sun /> : <Moon />,
      run: toggleTheme,
    },
    {
      id: 'shortcuts',
      title: t('spotlight.action.shortcuts'),
      also: t('spotlight.keywords.shortcuts'),
      icon: <Keyboard />,
      shortcut: 'Mod+/',
      run: showShortcuts,
    },
  ];
};

/** Returns the commands that make something of a query or a result. */
export const madeWith =
  (newFolder: NewFolder): SpotlightProps['made'] =>
  (query, folder) => [
    {
      id: 'new-folder-named',
      title: text('spotlight.action.new_folder_named', { name: query }),
      icon: <FolderPlus />,
      run: () => newFolder(query),
    },
    ...(folder
      ? [
          {
            id: 'upload-to',
            title: text('spotlight.action.upload_to', { folder: honestName(folder.name) }),
            icon: <FileUp />,
            run: () => openFilePicker(folder.id),
          },
        ]
      : []),
  ];
