import { dropTargetOf, type DropTarget } from '#shared/ui/drop-targets.ts';
import { isIn, type Batch } from '../actions/batch.ts';
import { folderSource, sourceName } from '../listing/listing-source.ts';

/** Reports whether the folder, or one that an enclosing element represents, is itself being dragged. */
const isDragged = (batch: Batch, target: DropTarget): boolean => {
  for (let at: DropTarget | undefined = target; at; at = dropTargetOf(at.element.parentElement)) {
    const { place } = at;
    if (place.kind === 'folder' && place.id !== null && !batch.all && isIn(batch, { id: place.id }))
      return true;
  }
  return false;
};

/** Reports whether all items are already in that folder. */
const areThere = (batch: Batch, folderId: string | null): boolean =>
  batch.all
    ? sourceName(batch.source) === sourceName(folderSource(folderId))
    : batch.entries.every(({ attributes }) => attributes.parent_id === folderId);

/** A drag of items. */
export interface Drag {
  readonly batch: Batch;
  readonly canFavourite: boolean;
  /** Copies go into the folder of their originals, too. */
  readonly copies: boolean;
}

/** Reports whether a target accepts the dragged items. */
export const takes = (target: DropTarget, { batch, canFavourite, copies }: Drag): boolean => {
  const { place } = target;
  if (batch.isTrash) return false;
  switch (place.kind) {
    case 'trash':
      return true;
    case 'favourites':
      return canFavourite && !batch.all;
    case 'folder':
      return !isDragged(batch, target) && (copies || !areThere(batch, place.id));
  }
};
