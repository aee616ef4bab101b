/**
 * Registry by which elements of any feature take part in dragging items inside the page. The drag looks up what lies under the
 * pointer and walks up to the nearest element that carries one of the attributes below; nothing is registered:
 *
 * - `data-drop-folder="{id | root}"`, with `data-drop-name="{its name}"`: items that are dropped move into it.
 * - `data-drop="trash"`: they are deleted. `data-drop="favourites"`: they become favourites.
 * - `data-drop-over="valid"` stands on the target under the pointer as long as it would take them; the drag sets it.
 *
 * A pointer that rests on a folder for 700 ms fires `holdall:spring` there, a drop `holdall:drop` (`DropDetail`).
 * Both bubble; a listener that calls `preventDefault()` has dealt with it. Otherwise the drag opens the folder
 * and does what the target stands for.
 */

export interface DraggedItem {
  readonly id: string;
  readonly type: 'folder' | 'file';
  readonly name: string;
}

export type DropPlace =
  /** `id` null: the top of the account. */
  | { readonly kind: 'folder'; readonly id: string | null; readonly name: string }
  | { readonly kind: 'trash' }
  | { readonly kind: 'favourites' };

export interface DropTarget {
  readonly element: HTMLElement;
  readonly place: DropPlace;
}

/** The detail of a `holdall:drop` event. `items` is empty where everything is selected and most of it not loaded. */
export interface DropDetail {
  readonly items: readonly DraggedItem[];
  readonly place: DropPlace;
}

export const springEvent = 'holdall:spring';
export const dropEvent = 'holdall:drop';

/** Milliseconds that a pointer rests on a folder until it opens. */
export const springDelay = 700;

/** The attributes of an element that takes items into a folder; null is the top of the account. */
export const folderTarget = (id: string | null, name: string) => ({
  'data-drop-folder': id ?? 'root',
  'data-drop-name': name,
});

/** The attribute of an element that stands for the trash or the favourites. */
export const placeTarget = (place: 'trash' | 'favourites') => ({ 'data-drop': place });

const placeOf = ({ dataset }: HTMLElement): DropPlace | undefined => {
  const { dropFolder, dropName = '', drop } = dataset;
  if (dropFolder !== undefined)
    return { kind: 'folder', id: dropFolder === 'root' ? null : dropFolder, name: dropName };
  return drop === 'trash' || drop === 'favourites' ? { kind: drop } : undefined;
};

/** The target that an element is part of. */
export const dropTargetOf = (element: Element | null): DropTarget | undefined => {
  const found = element?.closest<HTMLElement>('[data-drop-folder], [data-drop]');
  const place = found && placeOf(found);
  return place ? { element: found, place } : undefined;
};
