import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { firstOf, isIn, itemsOf, onlyOf, parentOf, type Batch } from '#features/files/actions/batch.ts';
import type { ItemActions, ItemHost } from '#features/files/actions/item-actions.ts';
import { command } from '#features/files/actions/load-commands.ts';
import { preloadActions } from '#features/files/actions/preload.ts';
import { itemAdded } from '#features/files/cache/files.events.ts';
import { folderOf } from '#features/files/listing/listing-source.ts';
import { usePageKeys } from '#features/files/cache/page-keys.ts';
import { ItemPopupsHost } from '#features/files/ui/item-popups-host.tsx';
import { useItemActions } from '#features/files/actions/use-item-actions.ts';
import { useSelection } from '#features/files/selection/use-selection.ts';
import { askForFiles, openSharing, shareSeveral } from '#features/sharing/sharing.store.ts';
import type { Restrictions } from '#shared/session/restrictions.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';

const MovePopup = lazyChunk('move', async () => (await import('#features/tree/ui/move.popup.tsx')).MovePopup);

/** Properties of a screen that the actions need. */
export interface ListingSurroundings extends Pick<
  ItemHost,
  | 'listing'
  | 'title'
  | 'favourites'
  | 'onOpen'
  | 'onEdit'
  | 'onDetails'
  | 'onVersions'
  | 'onGone'
  | 'onSort'
  | 'onNewFolder'
  | 'onNewText'
  | 'onUpload'
> {
  /** Leads to the folder above; undefined at a top. */
  readonly goUp: (() => void) | undefined;
  readonly restrictions: Restrictions;
}

/** Everything that can be done with a listing's items, with its keys and popups. */
export const useListingActions = ({
  goUp,
  restrictions,
  ...surroundings
}: ListingSurroundings): {
  readonly actions: ItemActions;
  readonly popups: ReactNode;
} => {
  const client = useQueryClient();
  const selection = useSelection(surroundings.listing);
  const [choosing, setChoosing] = useState<{ readonly batch: Batch; readonly how: 'move' | 'copy' }>();
  const actions = useItemActions({
    ...surroundings,
    permission: restrictions,
    onSelectAll: selection.selectAll,
    onChooseFolder: (batch, how) => setChoosing({ batch, how }),
    onShare: openSharing,
    onShareSeveral: (batch) =>
      shareSeveral(itemsOf(batch), {
        count: batch.count,
        first: firstOf(batch, surroundings.listing)?.attributes.name,
      }),
    onRequest: askForFiles,
  });
  usePageKeys(actions, goUp);
  const hasRows = surroundings.listing.meta !== undefined;
  useEffect(() => {
    if (hasRows) preloadActions();
  }, [hasRows]);

  const endChoosing = (): void => setChoosing(undefined);
  const { batch: chosen, how } = choosing ?? {};
  const popups = (
    <>
      <ItemPopupsHost actions={actions} />
      {chosen && how && (
        <PopupSlot onFailure={endChoosing}>
          <MovePopup
            how={how}
            count={chosen.count}
            name={onlyOf(chosen)?.attributes.name}
            from={how === 'move' ? parentOf(chosen) : undefined}
            isMoved={({ id, parentId }) =>
              chosen.all
                ? parentId === folderOf(chosen.source) && !chosen.except.has(id)
                : isIn(chosen, { id })
            }
            restrictions={restrictions}
            onMove={(to) => void command((commands) => commands[how](client, chosen, { to }))}
            onCreated={(folder) => itemAdded(client, folder)}
            onClose={endChoosing}
          />
        </PopupSlot>
      )}
    </>
  );
  return { actions, popups };
};
