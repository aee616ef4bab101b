import type { Version } from '@holdall/contract/versions';
import { useQueryClient } from '@tanstack/react-query';
import type { ItemActions } from '#features/files/actions/item-actions.ts';
import { command } from '#features/files/actions/load-commands.ts';
import type { Entry } from '#features/files/entry.ts';
import { compareKind } from '#features/preview/compare/compare-kind.ts';
import { VersionsSection } from '#features/versions/ui/versions-section.tsx';
import { useStore } from '#shared/lib/store.ts';
import { permission } from '#shared/session/permission.ts';
import { showCurrentContent, openVersion } from './preview-address.ts';
import { entryOfVersion, restoreAsCopy, restoreWithUndo } from './version-actions.tsx';

export interface ItemVersionsProps {
  readonly entry: Entry;
  readonly actions: ItemActions;
  /** Bytes are counted, so that nothing is compared. */
  readonly picturesOnly?: boolean | undefined;
}

/** The section of a file's versions in its details, with what they do to listings and to the preview. */
export const ItemVersions = ({ entry, actions, picturesOnly = false }: ItemVersionsProps) => {
  const client = useQueryClient();
  const isOwner = useStore(permission) === 'master';
  const { id: itemId } = entry;
  const isComparable = (version: Version): boolean =>
    !picturesOnly && compareKind(entryOfVersion(entry, version), entry) !== undefined;
  return (
    <VersionsSection
      {...{ itemId, isOwner, isComparable }}
      size={entry.attributes.size}
      onDeleted={({ id }) => showCurrentContent(id)}
      onAction={(action, version) => {
        switch (action) {
          case 'open':
          case 'compare':
            return openVersion({ itemId, versionId: version.id, compare: action === 'compare' });
          case 'restore':
            return void restoreWithUndo(client, itemId, version);
          case 'restore_copy':
            return void restoreAsCopy(client, itemId, version);
          case 'download':
            return void command(({ download }) =>
              download(entryOfVersion(entry, version), actions.host().permission),
            );
        }
      }}
    />
  );
};
