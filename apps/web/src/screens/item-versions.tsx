import type { Version } from '@holdall/contract/versions';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { command } from '#features/files/actions/load-commands.ts';
import type { Entry } from '#features/files/entry.ts';
import { compareKind } from '#features/preview/compare/compare-kind.ts';
import { type OuterAction, VersionsSection } from '#features/versions/ui/versions-section.tsx';
import { useStore } from '#shared/lib/store.ts';
import { permission } from '#shared/session/permission.ts';
import type { DownloadPermission } from '#shared/session/restrictions.ts';
import { showCurrentContent, openVersion } from './preview-address.ts';
import { entryOfVersion, restoreAsCopy, restoreWithUndo } from './version-actions.tsx';

export interface ItemVersionsProps {
  readonly entry: Entry;
  readonly restrictions: DownloadPermission;
  /** Bytes are counted, so that nothing is compared. */
  readonly picturesOnly?: boolean | undefined;
}

/** Carries out an action on a version that changes more than the list of versions. */
export const runVersionAction = (
  client: QueryClient,
  { entry, restrictions }: ItemVersionsProps,
  { action, version }: { readonly action: OuterAction; readonly version: Version },
): void => {
  const { id: itemId } = entry;
  switch (action) {
    case 'open':
    case 'compare':
      return openVersion({ itemId, versionId: version.id, compare: action === 'compare' });
    case 'restore':
      return void restoreWithUndo(client, itemId, version);
    case 'restore_copy':
      return void restoreAsCopy(client, itemId, version);
    case 'download':
      return void command(({ download }) => download(entryOfVersion(entry, version), restrictions));
  }
};

/** Reports whether a version can be compared with the current content. */
export const isComparable = (
  { entry, picturesOnly = false }: Pick<ItemVersionsProps, 'entry' | 'picturesOnly'>,
  version: Version,
): boolean => !picturesOnly && compareKind(entryOfVersion(entry, version), entry) !== undefined;

/** The section of a file's versions in its details, with what they do to listings and to the preview. */
export const ItemVersions = (props: ItemVersionsProps) => {
  const client = useQueryClient();
  const isOwner = useStore(permission) === 'master';
  const { entry } = props;
  return (
    <VersionsSection
      {...{ isOwner }}
      canCopy
      itemId={entry.id}
      isComparable={(version) => isComparable(props, version)}
      size={entry.attributes.size}
      onDeleted={({ id }) => showCurrentContent(id)}
      onAction={(action, version) => runVersionAction(client, props, { action, version })}
    />
  );
};
