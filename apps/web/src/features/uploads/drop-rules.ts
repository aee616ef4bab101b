import { dropTargetOf } from '#shared/ui/drop-targets.ts';

/** Reports whether a drag carries files of the operating system; a drag of the page's own rows has no `Files`. */
export const carriesFiles = (transfer: Pick<DataTransfer, 'types'> | null): boolean =>
  transfer?.types.includes('Files') ?? false;

/** Returns the number of dragged items; 0 where the browser reveals it only at the drop. */
export const countDragged = (transfer: Pick<DataTransfer, 'items'>): number =>
  [...transfer.items].filter((item) => item.kind === 'file').length;

export interface UploadTarget {
  /** The id of the folder; null is the top of the account. */
  readonly folderId: string | null;
  readonly folderName: string;
  /** The element that represents the folder. */
  readonly element: Element;
}

/** Returns the folder row, tile, tree entry or breadcrumb under the pointer, if there is one. */
export function uploadTargetOf(under: EventTarget | null): UploadTarget | undefined {
  const target = dropTargetOf(under instanceof Element ? under : null);
  if (target?.place.kind !== 'folder') return undefined;
  return { folderId: target.place.id, folderName: target.place.name, element: target.element };
}

/** Reports whether a paste belongs to a text field and not to the page. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest('input, textarea, select, [contenteditable]:not([contenteditable="false"])') !== null;
}

const two = (part: number): string => String(part).padStart(2, '0');

/** Formats a local time that is valid in a file name on every system: `2026-11-21 14.03.05`. */
export function fileNameTime(date: Date): string {
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  const time = [two(date.getHours()), two(date.getMinutes()), two(date.getSeconds())].join('.');
  return `${day} ${time}`;
}

/** Reports whether a pasted file is a picture from the clipboard: browsers call every one of them `image.png`. */
export const isClipboardImage = (file: Pick<File, 'name' | 'type'>): boolean =>
  file.type.startsWith('image/') && /^(image\.\w+)?$/.test(file.name);
