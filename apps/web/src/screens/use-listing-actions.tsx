import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { firstOf, isIn, itemsOf, onlyOf, type Batch } from '#features/files/actions/batch.ts';
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
  | 'onDetails'
  | 'onGone'
  | 'onSort'
  | 'onNewFolder'
  | 'onUpload'
> {
  /** Leads to the folder above; undefined at a top. */
  readonly goUp: (() => void) | undefined;
  readonly restrictions: Restrictions;
}

/** The folder that all of the items are in; undefined where they come from several. */
const originOf = (batch: Batch): string | null | undefined => {
  if (batch.all) return folderOf(batch.source);
  const [first, ...others] = new Set(batch.entries.map(({ attributes }) => attributes.parent_id));
  return others.length > 0 ? undefined : first;
};

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
  const [moving, setMoving] = useState<Batch>();
  const actions = useItemActions({
    ...surroundings,
    permission: restrictions,
    onSelectAll: selection.selectAll,
    onMove: setMoving,
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

  const endMoving = (): void => setMoving(undefined);
  const popups = (
    <>
      <ItemPopupsHost actions={actions} />
      {moving && (
        <PopupSlot onFailure={endMoving}>
          <MovePopup
            count={moving.count}
            name={onlyOf(moving)?.attributes.name}
            from={originOf(moving)}
            isMoved={({ id, parentId }) =>
              moving.all
                ? parentId === folderOf(moving.source) && !moving.except.has(id)
                : isIn(moving, { id })
            }
            restrictions={restrictions}
            onMove={(to) => void command((commands) => commands.move(client, moving, { to }))}
            onCreated={(folder) => itemAdded(client, folder)}
            onClose={endMoving}
          />
        </PopupSlot>
      )}
    </>
  );
  return { actions, popups };
};
